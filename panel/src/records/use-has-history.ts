import { HISTORY } from '@sevadesk/contract/records/history.ts'
import { useMe } from '../session/use-me.ts'

/** Whether the backend keeps a history that the user may read, at least of single records. */
export function useHasHistory(): boolean {
  return useMe()?.capabilities.includes(HISTORY) ?? false
}
