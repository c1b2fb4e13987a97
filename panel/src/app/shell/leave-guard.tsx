import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useConfirmLeave, useHasUnsavedChanges } from '../../ui/form/unsaved-changes.ts'

/**
 * Asks before a navigation loses unsaved changes. Blocks the navigation at once and repeats it
 * after a yes: while a blocker waits, a second Back could change the address.
 */
export function LeaveGuard() {
  const hasUnsavedChanges = useHasUnsavedChanges()
  const confirmLeave = useConfirmLeave()
  const { history } = useRouter()
  const isAsking = useRef(false)

  const ask = useEffectEvent(async (navigate: () => void) => {
    if (isAsking.current) return
    isAsking.current = true
    const isSure = await confirmLeave()
    isAsking.current = false
    if (isSure) navigate()
  })

  useEffect(() => {
    if (!hasUnsavedChanges) return
    const blockerFn: BlockerFn = ({ currentLocation, nextLocation, action }) => {
      if (currentLocation.pathname === nextLocation.pathname) return false
      const { href, state } = nextLocation
      const delta = state.__TSR_index - currentLocation.state.__TSR_index
      const options = { ignoreBlocker: true }
      void ask(() => {
        if (action === 'PUSH') history.push(href, state, options)
        else if (action === 'REPLACE') history.replace(href, state, options)
        else history.go(delta, options)
      })
      return true
    }
    // The forms register their own beforeunload handler.
    return history.block({ blockerFn, enableBeforeUnload: false })
  }, [hasUnsavedChanges, history])
  return null
}
