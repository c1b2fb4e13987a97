import { useLingui } from '@lingui/react/macro'
import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTrust } from '../ui/base/trust.tsx'

export function WindowTitle() {
  const { i18n } = useLingui()
  const { trustName } = useTrust()
  const title = useMatches().at(-1)?.staticData.title
  const words = title ? `${i18n._(title)} · ${trustName}` : trustName

  useEffect(() => {
    document.title = words
  }, [words])

  return null
}
