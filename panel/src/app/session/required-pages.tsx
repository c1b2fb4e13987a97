import { SECTION_PATHS } from '@sevadesk/contract/accounts/section.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SecondStepDialog } from '../../features/profile/second-step-dialog.tsx'
import { PasswordChangeDialog } from '../../features/update-password/password-change-dialog.tsx'
import { requiredSection } from '../../session/fetch-current-admin.ts'
import { useSession } from '../../session/session-state.ts'
import { useMe } from '../../session/use-me.ts'
import { useHasUnsavedChanges } from '../../ui/form/unsaved-changes.ts'

/** Opens the Update Password page, or a dialog over unsaved work, while the password must be changed. */
export function RequirePasswordChange() {
  const mustChange = useMe()?.mustChangePassword ?? false
  const { isDialogOpen, leave } = useRequiredPage(SECTION_PATHS.UpdatePassword, mustChange)
  return <PasswordChangeDialog isOpen={isDialogOpen} onLeave={leave} />
}

/** Opens Profile, or a dialog over unsaved work, while the second step must be set up. */
export function RequireSecondStep() {
  const mustSetUp = requiredSection(useMe() ?? {}) === 'Profile'
  const { isDialogOpen, leave } = useRequiredPage(SECTION_PATHS.Profile, mustSetUp)
  return <SecondStepDialog isOpen={isDialogOpen} onLeave={leave} />
}

/**
 * Redirects to the page at `path` while something must be done there first, since the server then
 * rejects all other requests. With unsaved work on the page, a dialog opens over it instead.
 */
function useRequiredPage(path: string, isRequired: boolean): { isDialogOpen: boolean; leave: () => void } {
  const isOnPage = useLocation({ select: ({ pathname }) => pathname.toLowerCase().startsWith(path) })
  const hasUnsavedChanges = useHasUnsavedChanges()
  const { status } = useSession()
  const navigate = useNavigate()
  // The dialog stays open when an upload below it completes.
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (!isRequired || isOnPage) setOpen(false)
    else if (hasUnsavedChanges) setOpen(true)
    else if (!isOpen) void navigate({ to: path, replace: true })
  }, [path, isRequired, isOnPage, hasUnsavedChanges, isOpen, navigate])

  return {
    isDialogOpen: isOpen && isRequired && !isOnPage && status !== 'ended',
    leave: () => void navigate({ to: path, replace: true, ignoreBlocker: true }),
  }
}
