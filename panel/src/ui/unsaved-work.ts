import { useLingui } from '@lingui/react/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { useConfirm } from './confirm.tsx'

const works = new Set<object>()
const listeners = new Set<() => void>()

/**
 * Says that this part holds what would be lost if it went: something entered, or on its way. The browser then asks before the tab
 * closes; whatever else would take the part away asks `useLeaveQuestion` first.
 */
export function useUnsavedWork(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const work = {}
    works.add(work)
    tellListeners()
    addEventListener('beforeunload', warn)
    return () => {
      works.delete(work)
      tellListeners()
      removeEventListener('beforeunload', warn)
    }
  }, [isUnsaved])
}

/** Whether anything on screen would be lost. */
export function useHasUnsavedWork(): boolean {
  return useSyncExternalStore(subscribe, hasUnsavedWork)
}

/** Asks whether to let go of what has not been saved. `true` if the person says so, or if there is nothing to lose. */
export function useLeaveQuestion(): () => Promise<boolean> {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  return async () => {
    if (!hasUnsavedWork()) return true
    return confirm({
      title: t`Leave without saving?`,
      text: t`What you entered has not been saved.`,
      confirmLabel: t`Leave`,
      cancelLabel: t`Stay`,
      tone: 'danger',
    })
  }
}

function hasUnsavedWork(): boolean {
  return works.size > 0
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
  Reflect.set(event, 'returnValue', true) // what Chrome before 119 listens to
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
