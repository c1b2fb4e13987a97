import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { closeTopLayer, useHasOpenLayer } from '../../ui/dialog/close-on-back.ts'
import { useConfirmLeave, useHasUnsavedChanges } from '../../ui/form/unsaved-changes.ts'
import { stringifySearch } from '../search-text.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Marks the entry that `useEntryBelow` adds. */
    isSecondEntry?: true
  }
}

/**
 * Back closes what is open above the page before it leaves the page
 * (docs/decisions/0042-back-closes-what-is-open.md). Asks before a navigation loses unsaved changes.
 * Blocks a navigation at once and repeats it after a yes: while a blocker waits, a second Back could
 * change the address.
 */
export function LeaveGuard() {
  const hasUnsavedChanges = useHasUnsavedChanges()
  const hasOpenLayer = useHasOpenLayer()
  const confirmLeave = useConfirmLeave()
  const { history } = useRouter()
  const isAsking = useRef(false)
  useEntryBelow(hasOpenLayer)

  async function ask(takeStep: () => void) {
    if (isAsking.current) return
    isAsking.current = true
    const isSure = await confirmLeave()
    isAsking.current = false
    if (isSure) takeStep()
  }

  useBlocker({
    disabled: !hasUnsavedChanges && !hasOpenLayer,
    shouldBlockFn: ({ current, next, action }) => {
      if (action === 'BACK' && closeTopLayer()) return true
      if (!hasUnsavedChanges || current.pathname === next.pathname) return false
      const address = `${next.pathname}${stringifySearch(next.search)}`
      void ask(() => {
        if (action === 'BACK') history.back({ ignoreBlocker: true })
        else if (action === 'FORWARD') history.forward({ ignoreBlocker: true })
        else if (action === 'REPLACE') history.replace(address, undefined, { ignoreBlocker: true })
        else history.push(address, undefined, { ignoreBlocker: true })
      })
      return true
    },
    enableBeforeUnload: false, // the forms register their own handler
  })
  return null
}

/**
 * A blocker sees Back only between entries of this document. Adds a second entry for the same
 * address if something opens above the tab's first entry.
 */
function useEntryBelow(isNeeded: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!isNeeded || router.history.canGoBack()) return
    void router.navigate({
      href: router.history.location.href, // `to: '.'` would be relative to a blocked navigation
      state: { isSecondEntry: true },
      resetScroll: false,
      ignoreBlocker: true,
    })
  }, [isNeeded, router])
}
