import { type Static, Type } from 'typebox'
import { PAGE_QUERY, success } from '../base/envelope-schemas.ts'

const Text = Type.Union([Type.String(), Type.Null()])
/** Fields by name; values are JSON. */
const Values = Type.Record(Type.String(), Type.Unknown())

/**
 * Who did what. `at` is UTC ISO 8601. `ip`, `device` and `location` are null for a caller who is no
 * superadmin. `title` is what a person calls the record. Secrets are never in the fields, and of a
 * PAN only the last four characters.
 */
export const HistoryEntry = Type.Object({
  /** 1, 2, 3 … without a gap. */
  n: Type.Integer(),
  at: Type.String(),
  /** Record kind and what happened, such as `event.changed`. */
  action: Type.String(),
  recordKind: Type.String(),
  /** Empty for what concerns no single record, such as an export. */
  recordId: Type.String(),
  title: Text,
  /** Null if no admin acted. */
  actorId: Text,
  username: Text,
  ip: Text,
  device: Text,
  location: Text,
  /** The command line that acted, such as `admin:reset`. */
  command: Text,
  /** The fields that changed. */
  before: Values,
  after: Values,
  details: Values,
  /** A rule has removed the values. */
  isErased: Type.Boolean(),
})
export type HistoryEntry = Static<typeof HistoryEntry>

const day = (title: string) => Type.String({ title, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })
/** Without control characters: PostgreSQL fails for a text with a null character. */
const Key = Type.String({ pattern: '^[^\\u0000-\\u001f]+$', maxLength: 100 })

/** Days are in the trust's time zone, both included. */
const HistoryFilter = Type.Object({
  /** Id of the account that acted. */
  actor: Type.Optional(Key),
  kind: Type.Optional(Key),
  record: Type.Optional(Key),
  from: Type.Optional(day('From date')),
  to: Type.Optional(day('To date')),
})
export type HistoryFilter = Static<typeof HistoryFilter>

const REFUSALS = { 403: 'The caller is no superadmin, and may not change the record of `kind` and `record`.' }

export const listHistory = {
  about: {
    summary:
      'Who did what, newest first. A superadmin sees everything; others see the history of a record that they may change, by `kind` and `record`.',
    onFailure: 'Below level 1 the panel does not offer it.',
    level: 1,
    refusals: REFUSALS,
  },
  querystring: Type.Object({
    ...HistoryFilter.properties,
    /** Lists entries with a smaller `n`. */
    before: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
    limit: PAGE_QUERY.limit,
  }),
  response: Type.Object({
    ...success(Type.Array(HistoryEntry)).properties,
    /** The `before` of the next page; null on the last. */
    next: Type.Union([Type.Integer(), Type.Null()]),
    /** False if rows were changed outside the server, or may be. */
    isIntact: Type.Boolean(),
    /** True if it is only unknown whether rows were cut off at the end. */
    isEndUnchecked: Type.Optional(Type.Boolean()),
  }),
}

/** The response is `text/csv`, not JSON. */
export const exportHistory = {
  about: {
    summary: 'The filtered history as a CSV file, for superadmins.',
    onFailure: 'Below level 1 the panel does not offer it.',
    level: 1,
    contentType: 'text/csv' as const,
    refusals: { 403: 'The caller is no superadmin.' },
  },
  querystring: HistoryFilter,
  response: Type.Unsafe<unknown>({}),
}
