import { msg } from '@lingui/core/macro'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import { getSystem } from '@sevadesk/contract/base/system.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { isRecord, readInteger, readRecord, readText, readTime } from '../api/records/fields.ts'
import { useMe } from '../session/use-me.ts'

/** Unknown facts are undefined. Times are in ms since 1970, sizes in bytes. */
export interface SystemStatus {
  version: string
  /** Engine and its version. */
  database: string
  databaseBytes: number | undefined
  freeBytes: number | undefined
  jobs: { waiting: number | undefined; failed: number | undefined }
  /** Undefined if no backup is taken each day. `hour` is 0 to 23 in the trust's zone. */
  daily: { hour: number | undefined; keep: number | undefined } | undefined
  lastGood: { at: number | undefined; bytes: number | undefined } | undefined
  last: { at: number | undefined; state: string; reason: string } | undefined
  isOverdue: boolean
}

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => fetchSystemStatus(signal),
  staleTime: 0,
  meta: { errorMessage: msg`Failed to load the system status.` },
})

export async function fetchSystemStatus(signal: AbortSignal): Promise<SystemStatus> {
  return readStatus(await call(getSystem, {}, { signal }))
}

/** Whether the user may see the state of the server. */
export function useMaySeeSystem(): boolean {
  const me = useMe()
  return me?.role === 'superadmin' && isExtended(me)
}

function readStatus(response: unknown): SystemStatus {
  const data = readRecord(readRecord(response).data)
  const [database, jobs, backup] = [readRecord(data.database), readRecord(data.jobs), readRecord(data.backup)]
  const { daily, lastGood, last } = backup
  return {
    version: readText(data.version),
    database: `${readText(database.engine)} ${readText(database.version)}`.trim(),
    databaseBytes: readInteger(database.bytes),
    freeBytes: readInteger(data.freeBytes),
    jobs: { waiting: readInteger(jobs.waiting), failed: readInteger(jobs.failed) },
    daily: isRecord(daily) ? { hour: readInteger(daily.hour), keep: readInteger(daily.keep) } : undefined,
    lastGood: isRecord(lastGood) ? { at: readTime(lastGood.at), bytes: readInteger(lastGood.bytes) } : undefined,
    last: isRecord(last)
      ? { at: readTime(last.at), state: readText(last.state), reason: readText(last.reason) }
      : undefined,
    isOverdue: backup.isOverdue === true,
  }
}
