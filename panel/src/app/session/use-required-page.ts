import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../session/session-state.ts'
import { useHasUnsavedChanges } from '../../ui/form/unsaved-changes.ts'

/**
 * Redirects to the page at `path` while something must be done there first, since the server then
 * rejects all other requests. With unsaved work on the page, a dialog opens over it instead.
 */
export function useRequiredPage(path: string, isRequired: boolean): { isDialogOpen: boolean; leave: () => void } {
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
