import { SECTION_PATHS } from '@sevadesk/contract/section.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PasswordChangeDialog } from '../../features/update-password/password-change-dialog.tsx'
import { useSession } from '../../session/session-state.ts'
import { useMe } from '../../session/use-me.ts'
import { useHasUnsavedChanges } from '../../ui/form/unsaved-changes.ts'

const PATH = SECTION_PATHS.UpdatePassword

/**
 * Redirects to the Update Password page once the password must be changed, since the server then
 * rejects all other requests. With unsaved work on the page, a dialog opens over it instead.
 */
export function RequirePasswordChange() {
  const mustChange = useMe()?.mustChangePassword ?? false
  const isOnPage = useLocation({ select: ({ pathname }) => pathname.toLowerCase().startsWith(PATH) })
  const hasUnsavedChanges = useHasUnsavedChanges()
  const { status } = useSession()
  const navigate = useNavigate()
  // The dialog stays open when an upload below it completes.
  const [isOpen, setOpen] = useState(false)

  const leave = () => void navigate({ to: PATH, replace: true, ignoreBlocker: true })

  useEffect(() => {
    if (!mustChange || isOnPage) setOpen(false)
    else if (hasUnsavedChanges) setOpen(true)
    else if (!isOpen) void navigate({ to: PATH, replace: true })
  }, [mustChange, isOnPage, hasUnsavedChanges, isOpen, navigate])

  return <PasswordChangeDialog isOpen={isOpen && mustChange && !isOnPage && status !== 'ended'} onLeave={leave} />
}
