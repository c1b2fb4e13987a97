import { useBlocker } from '@tanstack/react-router'
import { useHasUnsavedWork, useLeaveQuestion } from '../ui/unsaved-work.ts'

/** Asks before a step to another page, Back included, would lose what was entered. */
export function LeaveGuard() {
  const hasUnsavedWork = useHasUnsavedWork()
  const mayLeave = useLeaveQuestion()
  useBlocker({
    disabled: !hasUnsavedWork,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: false, // whoever holds the work sees to that
  })
  return null
}
