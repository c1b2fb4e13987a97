import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import { useMe } from './use-me.ts'

/** Whether the backend has the calls beyond the specification. */
export function useIsExtended(): boolean {
  return isExtended(useMe() ?? {})
}
