import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isFetchedForMe } from '../../session/current-admin.ts'
import { useMe } from '../../session/use-me.ts'

/**
 * Holds screen and memory to what one may open as soon as it has changed: a page that is not among it any more gives way to /403, and nothing
 * that was fetched before stays for a later page.
 */
export function useRightsChange(): void {
  const admin = useMe()
  const router = useRouter()
  const queryClient = useQueryClient()
  const rights = admin && rightsOf(admin)
  const known = useRef(rights)

  useEffect(() => {
    if (rights === known.current) return
    known.current = rights
    if (!rights) return
    void router.invalidate().then(() => {
      queryClient.removeQueries({ type: 'inactive', predicate: isFetchedForMe })
      void queryClient.invalidateQueries({ predicate: isFetchedForMe })
    })
  }, [rights, router, queryClient])
}

/** The same text for the same rights: a backend may name sections in any order, and twice. */
function rightsOf({ role, sections }: CurrentAdmin): string {
  return JSON.stringify([role, [...new Set(sections)].sort()])
}
