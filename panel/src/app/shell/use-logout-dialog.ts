import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useLogout } from '../../session/sign-in.ts'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { useConfirmLeave, useConfirmLeaveOtherTabs } from '../../ui/form/unsaved-changes.ts'

/** Asks, also for what would be lost here or in another tab, logs out, and leads to the login screen. A failure shows its toast and changes nothing. */
export function useLogoutDialog(): () => Promise<void> {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const confirmLeave = useConfirmLeave()
  const confirmLeaveOtherTabs = useConfirmLeaveOtherTabs()
  const navigate = useNavigate()
  const logout = useLogout()

  return async () => {
    const opener = document.activeElement
    const isSure = await confirm({
      title: t`Logout?`,
      text: t`Are you sure you want to logout?`,
      confirmLabel: t`Yes, logout`,
    })
    if (!isSure) return
    if (!(await confirmLeave()) || !(await confirmLeaveOtherTabs(t`Yes, logout`))) return focusAgain(opener)
    const isOut = await logout.mutateAsync().then(
      () => true,
      () => false,
    )
    if (isOut) await navigate({ to: '/login', replace: true, ignoreBlocker: true })
  }
}

/** A second dialog finds nobody in focus to give it back to. A menu's entry is gone with its menu; the page's heading is there. */
function focusAgain(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
  const target = isThere ? opener : document.querySelector<HTMLElement>('main h1')
  target?.focus()
}
