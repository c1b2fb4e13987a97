import { SECTION_PATHS } from '@sevadesk/contract/section.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PasswordFirst } from '../../features/update-password/password-first.tsx'
import { useSessionEnded } from '../../session/session-end.ts'
import { useMe } from '../../session/use-me.ts'
import { useHasUnsavedChanges } from '../../ui/form/unsaved-changes.ts'

const PATH = SECTION_PATHS.UpdatePassword

/**
 * Has the password changed as soon as it is found, in the middle of work, that it must be; nothing else is answered then. It leads to the
 * page for that, but what has not been saved stays where it is, with the same form over it.
 */
export function PasswordDuty() {
  const mustChange = useMe()?.mustChangePassword ?? false
  const isThere = useLocation({ select: ({ pathname }) => pathname.toLowerCase().startsWith(PATH) })
  const hasUnsavedChanges = useHasUnsavedChanges()
  const hasEnded = useSessionEnded()
  const navigate = useNavigate()
  // Once the work below is saved, such as an upload that was on its way, the form over it still stays until it is done.
  const [isOver, setOver] = useState(false)

  const leave = () => void navigate({ to: PATH, replace: true, ignoreBlocker: true })

  useEffect(() => {
    if (!mustChange || isThere) setOver(false)
    else if (hasUnsavedChanges) setOver(true)
    else if (!isOver) void navigate({ to: PATH, replace: true })
  }, [mustChange, isThere, hasUnsavedChanges, isOver, navigate])

  return <PasswordFirst isOpen={isOver && mustChange && !isThere && !hasEnded} onLeave={leave} />
}
