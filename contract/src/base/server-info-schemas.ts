import { Type } from 'typebox'

const HealthState = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
  reason: Type.Optional(
    Type.Union([
      Type.Literal('storage_full'),
      Type.Literal('storage_read_only'),
      Type.Literal('storage_failed'),
      Type.Literal('media_unavailable'),
      Type.Literal('database_damaged'),
      Type.Literal('database_busy'),
      Type.Literal('overloaded'),
      Type.Literal('history_broken'),
      Type.Literal('key_missing'),
      Type.Literal('part_missing'),
    ]),
  ),
  message: Type.Optional(Type.String()),
})

/**
 * Returns 503 with a `Failure` if the database does not respond, or with the code `stopping` while the server
 * stops. `degraded`: the server responds,
 * but `reason` keeps it from storing or reading data, or from other calls, or the history was changed
 * outside the server; `message` says so to a person.
 */
export const getHealth = {
  about: {
    summary: 'Whether the server and its database respond, and whether data can be stored.',
    usedBy: 'monitoring',
    refusals: { 503: 'The database does not respond, or the server is stopping.' },
  },
  response: HealthState,
}

/** The 503 of `degraded` has the same fields, and those of a `Failure`; `code` is the `reason`. */
export const getReady = {
  about: {
    summary: 'As `/health`, but with status 503 if the server is degraded.',
    usedBy: 'monitoring and load balancers',
    refusals: {
      503: 'The server is degraded; `code` is the `reason` of `/health`. Or it is starting or stopping, or the database does not respond.',
    },
  },
  response: HealthState,
}

export const getOpenApi = {
  about: {
    summary: 'This description of all calls, in OpenAPI 3.1.',
    usedBy: 'developers of other backends and clients',
  },
  response: Type.Unsafe<unknown>({}),
}
