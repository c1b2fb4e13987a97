import { useLingui } from '@lingui/react/macro'
import { useLogout } from '../../session/page-session.ts'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { useConfirmLeave, useConfirmLeaveOtherTabs } from '../../ui/form/unsaved-changes.ts'

/** Logs out after a confirmation. Asks again if unsaved work in any tab would be lost. */
export function useLogoutDialog(): () => Promise<void> {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const confirmLeave = useConfirmLeave()
  const confirmLeaveOtherTabs = useConfirmLeaveOtherTabs()
  const logout = useLogout()

  return async () => {
    const opener = document.activeElement
    const isSure = await confirm({
      title: t`Logout?`,
      text: t`Are you sure you want to logout?`,
      confirmLabel: t`Yes, logout`,
    })
    if (!isSure) return
    if (!(await confirmLeave()) || !(await confirmLeaveOtherTabs(t`Yes, logout`))) return restoreFocus(opener)
    await logout.mutateAsync().catch(() => undefined) // a toast shows the failure
  }
}

/**
 * The second dialog cannot restore focus itself. If the menu entry that opened it is gone, the
 * page's heading gets focus.
 */
function restoreFocus(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
  const target = isThere ? opener : document.querySelector<HTMLElement>('main h1')
  target?.focus()
}
