import { useBlocker, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useConfirmLeave, useHasUnsavedChanges } from '../../ui/form/unsaved-changes.ts'
import { stringifySearch } from '../search-text.ts'

/**
 * Asks before a navigation loses unsaved changes. Blocks the navigation at once and repeats it
 * after a yes: while a blocker waits, a second Back could change the address.
 */
export function LeaveGuard() {
  const hasUnsavedChanges = useHasUnsavedChanges()
  const confirmLeave = useConfirmLeave()
  const { history } = useRouter()
  const isAsking = useRef(false)

  async function ask(takeStep: () => void) {
    if (isAsking.current) return
    isAsking.current = true
    const isSure = await confirmLeave()
    isAsking.current = false
    if (isSure) takeStep()
  }

  useBlocker({
    disabled: !hasUnsavedChanges,
    shouldBlockFn: ({ current, next, action }) => {
      if (current.pathname === next.pathname) return false
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
