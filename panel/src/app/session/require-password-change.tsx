import { SECTION_PATHS } from '@sevadesk/contract/accounts/section.ts'
import { PasswordChangeDialog } from '../../features/update-password/password-change-dialog.tsx'
import { useMe } from '../../session/use-me.ts'
import { useRequiredPage } from './use-required-page.ts'

/** Opens the Update Password page, or a dialog over unsaved work, while the password must be changed. */
export function RequirePasswordChange() {
  const mustChange = useMe()?.mustChangePassword ?? false
  const { isDialogOpen, leave } = useRequiredPage(SECTION_PATHS.UpdatePassword, mustChange)
  return <PasswordChangeDialog isOpen={isDialogOpen} onLeave={leave} />
}
