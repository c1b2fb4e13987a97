import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { closeTopLayer, useHasOpenLayer } from '../../ui/dialog/close-on-back.ts'
import { useConfirmLeave, useHasUnsavedChanges } from '../../ui/form/unsaved-changes.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Marks the entry that `useSecondHistoryEntry` adds. */
    isSecondEntry?: true
  }
}

/**
 * Back closes what is open above the page before it leaves the page. Asks before a navigation loses
 * unsaved changes. Blocks a navigation at once and repeats it after a yes: while a blocker waits, a
 * second Back could change the address.
 *
 * An entry for each layer would have to be removed when a button closes it: `history.back()` takes
 * effect later and would undo a navigation that the button starts. `CloseWatcher` is missing in
 * Safari and Firefox and ignores Back on a desktop.
 */
export function LeaveGuard() {
  const hasUnsavedChanges = useHasUnsavedChanges()
  const hasOpenLayer = useHasOpenLayer()
  const confirmLeave = useConfirmLeave()
  const { history } = useRouter()
  const isAsking = useRef(false)
  useSecondHistoryEntry(hasOpenLayer)

  const confirmAndNavigate = useEffectEvent(async (navigate: () => void) => {
    if (isAsking.current) return
    isAsking.current = true
    const isSure = await confirmLeave()
    isAsking.current = false
    if (isSure) navigate()
  })

  useEffect(() => {
    if (!hasUnsavedChanges && !hasOpenLayer) return
    const blockerFn: BlockerFn = ({ currentLocation, nextLocation, action }) => {
      if (action === 'BACK' && closeTopLayer()) return true
      if (!hasUnsavedChanges || currentLocation.pathname === nextLocation.pathname) return false
      const { href, state } = nextLocation
      const delta = state.__TSR_index - currentLocation.state.__TSR_index
      const options = { ignoreBlocker: true }
      void confirmAndNavigate(() => {
        if (action === 'PUSH') history.push(href, state, options)
        else if (action === 'REPLACE') history.replace(href, state, options)
        else history.go(delta, options)
      })
      return true
    }
    // The forms register their own beforeunload handler.
    return history.block({ blockerFn, enableBeforeUnload: false })
  }, [hasUnsavedChanges, hasOpenLayer, history])
  return null
}

/**
 * A blocker sees Back only between entries of this document. Adds a second entry for the same
 * address if something opens above the tab's first entry.
 */
function useSecondHistoryEntry(isNeeded: boolean): void {
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
