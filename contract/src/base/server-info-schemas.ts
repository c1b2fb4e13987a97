import { Type } from 'typebox'

/**
 * Returns 503 with a `Failure` if the database does not respond. `degraded`: the server responds,
 * but `reason` keeps it from storing or reading data, or from other calls, or the history was changed
 * outside the server; `message` says so to a person.
 */
export const getHealth = {
  about: {
    summary: 'Whether the server and its database respond, and whether data can be stored.',
    usedBy: 'monitoring',
    refusals: { 503: 'The database does not respond.' },
  },
  response: Type.Object({
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
    reason: Type.Optional(
      Type.Union([
        Type.Literal('storage_full'),
        Type.Literal('storage_read_only'),
        Type.Literal('storage_failed'),
        Type.Literal('database_damaged'),
        Type.Literal('database_busy'),
        Type.Literal('overloaded'),
        Type.Literal('history_broken'),
      ]),
    ),
    message: Type.Optional(Type.String()),
  }),
}

export const getOpenApi = {
  about: {
    summary: 'This description of all calls, in OpenAPI 3.1.',
    usedBy: 'developers of other backends and clients',
  },
  response: Type.Unsafe<unknown>({}),
}
