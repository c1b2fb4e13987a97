import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { personOf } from '../../session/current-admin.ts'
import { useMe } from '../../session/use-me.ts'
import { toast } from '../../ui/base/toast.tsx'
import { useHasUnsavedChanges } from '../../ui/form/unsaved-changes.ts'

/**
 * Whether somebody else is signed in than the screen was drawn for, or nobody any more; it must not be drawn then. Leads them to where
 * they begin, and tells who comes after another what became of that one's work.
 */
export function usePersonChange(): boolean {
  const { t } = useLingui()
  const admin = useMe()
  const navigate = useNavigate()
  const hasUnsavedChanges = useHasUnsavedChanges()
  const person = personOf(admin)
  const [drawnFor, setDrawnFor] = useState(person)
  const led = useRef(person)
  const username = admin?.username ?? ''

  useEffect(() => {
    if (person === led.current) return
    const isTakenOver = person !== '' && led.current !== ''
    led.current = person
    if (isTakenOver) {
      toast.plain(
        hasUnsavedChanges
          ? t`${username} is logged in now. What was not saved before is gone.`
          : t`${username} is logged in now.`,
      )
    }
    const to = person === '' ? '/login' : '/post-login'
    void navigate({ to, replace: true, ignoreBlocker: true }).then(() => setDrawnFor(person))
  }, [person, username, hasUnsavedChanges, navigate, t])

  return person !== drawnFor
}
