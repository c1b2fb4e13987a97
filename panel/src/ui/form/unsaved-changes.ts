import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { createStore } from '../base/create-store.ts'
import { useConfirm } from '../dialog/confirm.tsx'

/** Closing a form loses changes of the form alone; leaving the page loses those of the page too. */
type Scope = 'form' | 'page'

const unsaved = createStore<readonly { scope: Scope }[]>([])

/**
 * Each tab with unsaved changes holds this lock in shared mode. The browser releases the lock when
 * the tab closes.
 */
const LOCK = 'sevadesk_unsaved'
let releaseLock: (() => void) | undefined

/**
 * Registers changes that are lost if this component unmounts. The browser then asks before the tab
 * closes.
 */
export function useUnsavedChanges(isUnsaved: boolean, scope: Scope = 'form'): void {
  useEffect(() => {
    if (!isUnsaved) return
    const entry = { scope }
    replaceUnsaved([...unsaved.get(), entry])
    addEventListener('beforeunload', preventUnload)
    return () => {
      replaceUnsaved(unsaved.get().filter((other) => other !== entry))
      removeEventListener('beforeunload', preventUnload)
    }
  }, [isUnsaved, scope])
}

/** Whether this tab has unsaved changes. */
export function useHasUnsavedChanges(): boolean {
  return unsaved.use().length > 0
}

/**
 * Asks before this tab loses unsaved changes, of forms alone if `scope` is `form`. Resolves to `true`
 * to leave, or if none exist.
 */
export function useConfirmLeave(scope: Scope = 'page'): () => Promise<boolean> {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  return async () => {
    if (unsaved.get().every((entry) => scope === 'form' && entry.scope !== 'form')) return true
    return confirm({
      title: t`Leave without saving?`,
      text: t`Your changes have not been saved.`,
      confirmLabel: t`Leave`,
      cancelLabel: t`Stay`,
      tone: 'danger',
    })
  }
}

/** Asks before signing out if other tabs have unsaved changes, since all tabs share the session. */
export function useConfirmLeaveOtherTabs(): (confirmLabel: string) => Promise<boolean> {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  return async (confirmLabel) => {
    if (!(await otherTabsHaveUnsavedChanges())) return true
    return confirm({
      title: t`Leave without saving?`,
      text: t`You have unsaved changes in another tab of this browser.`,
      confirmLabel,
      cancelLabel: t`Stay`,
      tone: 'danger',
    })
  }
}

/** Returns `false` if the browser has no Web Locks API, such as over plain HTTP. */
async function otherTabsHaveUnsavedChanges(): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query().catch(() => ({ held: [] }))
  return held.filter(({ name }) => name === LOCK).length > (hasUnsavedChanges() ? 1 : 0)
}

function hasUnsavedChanges(): boolean {
  return unsaved.get().length > 0
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
  Reflect.set(event, 'returnValue', true) // Chrome before 119 ignores preventDefault
}

function replaceUnsaved(entries: readonly { scope: Scope }[]): void {
  unsaved.set(entries)
  updateLock()
}

function updateLock(): void {
  if (!hasUnsavedChanges()) {
    releaseLock?.()
    releaseLock = undefined
  } else if (!releaseLock && 'locks' in navigator) {
    const isSaved = new Promise<void>((resolve) => {
      releaseLock = resolve
    })
    navigator.locks.request(LOCK, { mode: 'shared' }, () => isSaved).catch(() => undefined)
  }
}
