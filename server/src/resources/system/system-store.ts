import type { SystemStatus } from '@sevadesk/contract/base/system-schemas.ts'
import type { Db } from '../../db/db.ts'

export async function countJobs(db: Db): Promise<SystemStatus['jobs']> {
  const { total, failed } = await db
    .selectFrom('jobs')
    .select((of) => [of.fn.countAll<number>().as('total'), of.fn.count<number>('failed_at').as('failed')])
    .executeTakeFirstOrThrow()
  return { waiting: total - failed, failed }
}
