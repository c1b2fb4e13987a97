import { useLingui } from '@lingui/react/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { useConfirm } from '../dialog/confirm.tsx'

const works = new Set<object>()
const listeners = new Set<() => void>()

/** Held by each tab of this browser in which something has not been saved; it goes with the tab, however that ends. */
const LOCK = 'sevadesk_unsaved'
let releaseLock: (() => void) | undefined

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

/**
 * Asks before this browser's session ends or becomes somebody else's, which takes away what has not been saved in its other tabs. `true` if
 * the person says so, or if there is nothing to lose.
 */
export function useLeaveOthersQuestion(): (confirmLabel: string) => Promise<boolean> {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  return async (confirmLabel) => {
    if (!(await hasUnsavedWorkElsewhere())) return true
    return confirm({
      title: t`Leave without saving?`,
      text: t`In another tab of this browser something has not been saved.`,
      confirmLabel,
      cancelLabel: t`Stay`,
      tone: 'danger',
    })
  }
}

/** Whether anything would be lost in another tab of this browser; `false` where tabs cannot tell, such as over plain http. */
async function hasUnsavedWorkElsewhere(): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }))
  return held.filter(({ name }) => name === LOCK).length > (hasUnsavedWork() ? 1 : 0)
}

function hasUnsavedWork(): boolean {
  return works.size > 0
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
  Reflect.set(event, 'returnValue', true) // what Chrome before 119 listens to
}

function tellListeners(): void {
  tellOtherTabs()
  for (const listener of listeners) listener()
}

function tellOtherTabs(): void {
  if (!hasUnsavedWork()) {
    releaseLock?.()
    releaseLock = undefined
  } else if (!releaseLock && 'locks' in navigator) {
    const isSaved = new Promise<void>((resolve) => {
      releaseLock = resolve
    })
    navigator.locks.request(LOCK, { mode: 'shared' }, () => isSaved).catch(() => undefined)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
