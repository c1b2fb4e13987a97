import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isAccountData } from '../../session/current-admin.ts'
import { useMe } from '../../session/use-me.ts'

/**
 * Applies a change of role or sections at once: runs the route guards again, refetches the data of
 * this page and drops the cached data of all others.
 */
export function useRightsChange(): void {
  const admin = useMe()
  const router = useRouter()
  const queryClient = useQueryClient()
  const rights = admin && rightsOf(admin)
  const applied = useRef(rights)

  useEffect(() => {
    if (rights === applied.current) return
    applied.current = rights
    if (!rights) return
    void router.invalidate().then(() => {
      queryClient.removeQueries({ type: 'inactive', predicate: isAccountData })
      void queryClient.invalidateQueries({ predicate: isAccountData })
    })
  }, [rights, router, queryClient])
}

/** The same text for the same rights: a backend may repeat and reorder sections. */
function rightsOf({ role, sections }: CurrentAdmin): string {
  return JSON.stringify([role, [...new Set(sections)].sort()])
}
