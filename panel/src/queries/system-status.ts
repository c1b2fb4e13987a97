import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import { getSystem } from '@sevadesk/contract/base/system.ts'
import type { SystemStatus } from '@sevadesk/contract/base/system-schemas.ts'
import { call } from '../api/call.ts'
import { dataOf } from '../api/read-response.ts'
import { useMe } from '../session/use-me.ts'

export async function fetchSystemStatus(signal: AbortSignal): Promise<SystemStatus> {
  return dataOf(await call(getSystem, {}, { signal }))
}

/** Whether the user may see the state of the server. */
export function useMaySeeSystem(): boolean {
  const me = useMe()
  return me?.role === 'superadmin' && isExtended(me)
}
