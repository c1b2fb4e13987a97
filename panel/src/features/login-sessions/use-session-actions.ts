import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { toast } from '../../ui/base/toast.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { useDeletion } from '../../ui/dialog/use-deletion.ts'
import { useConfirmLeaveOtherTabs } from '../../ui/form/unsaved-changes.ts'
import { pageHeading } from '../../ui/layout/page-header.tsx'
import { tableRowId } from '../../ui/table/data-table.tsx'
import { type LoginSession, useSessionText } from './session.ts'
import { useDeleteSession, useEndTrust, useRevokeOtherSessions, useRevokeSession } from './session-queries.ts'

/**
 * Ends or deletes sessions after confirmation. Ending the current session opens the login screen.
 * `fetchedAt` is in ms since 1970.
 */
export function useSessionActions(rows: readonly LoginSession[], fetchedAt: number) {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const confirmLeaveOtherTabs = useConfirmLeaveOtherTabs()
  const sessionText = useSessionText(fetchedAt)
  const revocation = useRevokeSession()
  const deletion = useDeleteSession()
  const others = useRevokeOtherSessions()
  const trust = useEndTrust()
  const isBusy = useRef(false)
  const logoutTitle = t({ message: 'Are you sure?', context: 'before logging another device out' })

  const { deletingId, requestDeletion } = useDeletion<LoginSession>({
    labels: {
      deleteConfirm: t({ message: 'Yes', context: 'confirms a deletion' }),
      deleted: t`Your session has been deleted.`,
    },
    question: (session) => {
      const name = sessionText(session)
      return session.isActive
        ? t`${name} will be logged out and permanently removed from this list.`
        : t`${name} will be permanently removed from this list.`
    },
    items: rows,
    remove: async (session) => {
      await deletion.mutateAsync(session)
    },
    elementId: tableRowId,
    focusFallback: focusHeading,
  })

  /** Ignores a second press while the first is in progress. */
  async function once(work: () => Promise<void>) {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await work()
    } finally {
      isBusy.current = false
    }
  }

  async function logout(session: LoginSession) {
    const name = sessionText(session)
    const isSure = await confirm(
      session.isCurrent
        ? {
            title: t`Logout?`,
            text: t`Are you sure you want to logout?`,
            confirmLabel: t`Yes, logout`,
          }
        : { title: logoutTitle, text: t`${name} will be logged out.`, confirmLabel: t`Yes` },
    )
    if (!isSure) return
    if (session.isCurrent && !(await confirmLeaveOtherTabs(t`Yes, logout`))) return focusHeading()
    const isOwn = await unlessFailed(revocation.mutateAsync(session))
    if (isOwn !== false) return
    toast.success(t`The session was logged out`)
    document.getElementById(tableRowId(session.id))?.focus() // its Logout button is gone
  }

  async function deleteCurrent(session: LoginSession) {
    const isSure = await confirm({
      title: t({ message: 'Are you sure?', context: 'before deleting' }),
      text: t`You are using this device now. Deleting its session logs you out here.`,
      confirmLabel: t`Yes`,
      tone: 'danger',
    })
    if (!isSure) return
    if (!(await confirmLeaveOtherTabs(t`Yes, logout`))) return focusHeading()
    await unlessFailed(deletion.mutateAsync(session))
  }

  async function logoutOthers() {
    const isSure = await confirm({
      title: logoutTitle,
      text: t`You will be logged out on every other phone and computer. You stay logged in here.`,
      confirmLabel: t`Yes`,
    })
    if (!isSure) return
    if (await unlessFailed(others.mutateAsync().then(() => true))) focusHeading() // the button is disabled now
  }

  return {
    leavingId: deletingId ?? (revocation.isPending ? revocation.variables.id : undefined),
    isEndingOthers: others.isPending,
    askAndLogout: (session: LoginSession) => void once(() => logout(session)),
    requestDeletion: (session: LoginSession) =>
      session.isCurrent ? void once(() => deleteCurrent(session)) : requestDeletion(session),
    endTrust: (session: LoginSession) =>
      void once(async () => {
        await unlessFailed(trust.mutateAsync(session))
        document.getElementById(tableRowId(session.id))?.focus() // its button is gone
      }),
    askAndLogoutOthers: () => void once(logoutOthers),
  }
}

/** Resolves to `undefined` on failure, which a toast has shown. */
function unlessFailed<Answer>(work: Promise<Answer>): Promise<Answer | undefined> {
  return work.catch(() => undefined)
}

function focusHeading(): void {
  pageHeading()?.focus()
}
