import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { meQuery } from './current-admin.ts'

// Apart from the query itself, so that the login screen does not load what it takes to watch one.

/** The signed-in admin, or `null`. It never asks the server first: the guard has done so before any screen is drawn. */
export function useMe(): CurrentAdmin | null {
  const { data } = useQuery({ ...meQuery, enabled: (query) => Boolean(query.state.data) })
  return data ?? null
}
