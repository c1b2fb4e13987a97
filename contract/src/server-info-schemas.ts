import { Type } from 'typebox'

/** Returns 503 with a `Failure` if the check fails. */
export const getHealth = {
  about: {
    summary: 'Whether the server and its database respond.',
    usedBy: 'monitoring',
    refusals: { 503: 'The database does not respond.' },
  },
  response: Type.Object({ status: Type.Literal('ok') }),
}

export const getOpenApi = {
  about: {
    summary: 'This description of all calls, in OpenAPI 3.1.',
    usedBy: 'developers of other backends and clients',
  },
  response: Type.Unsafe<unknown>({}),
}
