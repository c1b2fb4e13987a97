import { SECTION_PATHS } from '@sevadesk/contract/section.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMe } from '../session/use-me.ts'

/** Leads to the change of password as soon as it is found, in the middle of work, that it must be changed; nothing else is answered then. */
export function usePasswordDuty(): void {
  const mustChange = useMe()?.mustChangePassword ?? false
  const navigate = useNavigate()

  useEffect(() => {
    if (mustChange) void navigate({ to: SECTION_PATHS.UpdatePassword, replace: true, ignoreBlocker: true })
  }, [mustChange, navigate])
}
