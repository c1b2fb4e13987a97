import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useLogout } from '../session/sign-in.ts'
import { useConfirm } from '../ui/confirm.tsx'

/** Asks, logs out, and leads to the login screen. A failure shows its toast and changes nothing. */
export function useLogoutDialog(): () => Promise<void> {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const navigate = useNavigate()
  const logout = useLogout()

  return async () => {
    const isSure = await confirm({
      title: t`Logout?`,
      text: t`Are you sure you want to logout?`,
      confirmLabel: t`Yes, logout`,
    })
    if (!isSure) return
    const isOut = await logout.mutateAsync().then(
      () => true,
      () => false,
    )
    if (isOut) await navigate({ to: '/login', replace: true })
  }
}
