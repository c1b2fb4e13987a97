import { type Static, Type } from 'typebox'
import { success } from './envelope-schemas.ts'

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
const Kind = Type.Union([Type.Literal('manual'), Type.Literal('daily')])

/** Times are UTC ISO 8601, sizes bytes. */
export const SystemStatus = Type.Object({
  /** The version of SevaDesk. */
  version: Type.String(),
  database: Type.Object({
    engine: Type.Union([Type.Literal('SQLite'), Type.Literal('PostgreSQL')]),
    version: Type.String(),
    bytes: Type.Integer(),
  }),
  /** Free space for photos and videos; null without a limit. */
  freeBytes: Nullable(Type.Integer()),
  /** Background jobs that wait for their turn or a retry, and those that were given up. */
  jobs: Type.Object({ waiting: Type.Integer(), failed: Type.Integer() }),
  /** False if the history was changed outside the server, or may be. */
  isHistoryIntact: Type.Optional(Type.Boolean()),
  /** True if it is only unknown whether the end of the history was cut off. */
  isHistoryEndUnchecked: Type.Optional(Type.Boolean()),
  backup: Type.Object({
    /** Null if no backup is taken each day. `hour` is 0 to 23 in the trust's time zone. */
    daily: Nullable(Type.Object({ hour: Type.Integer(), keep: Type.Integer() })),
    /** The newest backup that succeeded. */
    lastGood: Nullable(Type.Object({ at: Type.String(), bytes: Type.Integer(), kind: Kind })),
    /** The newest attempt. `interrupted`: its program was ended. `reason` is for the operator. */
    last: Nullable(
      Type.Object({
        at: Type.String(),
        kind: Kind,
        state: Type.Union([
          Type.Literal('running'),
          Type.Literal('good'),
          Type.Literal('failed'),
          Type.Literal('interrupted'),
        ]),
        reason: Nullable(Type.String()),
      }),
    ),
    /** Whether the newest good backup is over 48 hours old. Without one: the oldest record. */
    isOverdue: Type.Boolean(),
  }),
})
export type SystemStatus = Static<typeof SystemStatus>

export const getSystem = {
  about: {
    summary: 'The state of the server for superadmins: backups, space, database, jobs.',
    onFailure: 'The page shows “Failed to load the system status.”; the dashboard shows no warning.',
    level: 1,
  },
  response: success(SystemStatus),
}
