import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useLogout } from '../session/sign-in.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { useLeaveQuestion } from '../ui/unsaved-work.ts'

/** Asks, also for what would be lost, logs out, and leads to the login screen. A failure shows its toast and changes nothing. */
export function useLogoutDialog(): () => Promise<void> {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const mayLeave = useLeaveQuestion()
  const navigate = useNavigate()
  const logout = useLogout()

  return async () => {
    const isSure = await confirm({
      title: t`Logout?`,
      text: t`Are you sure you want to logout?`,
      confirmLabel: t`Yes, logout`,
    })
    if (!isSure || !(await mayLeave())) return
    const isOut = await logout.mutateAsync().then(
      () => true,
      () => false,
    )
    if (isOut) await navigate({ to: '/login', replace: true, ignoreBlocker: true })
  }
}
