import { useLingui } from '@lingui/react/macro'
import { useMatches } from '@tanstack/react-router'
import { useWindowTitle } from '../start/use-window-title.ts'
import { useTrust } from '../ui/base/trust.tsx'

export function WindowTitle() {
  const { i18n } = useLingui()
  const title = useMatches().at(-1)?.staticData.title
  useWindowTitle(title && i18n._(title), useTrust().trustName)
  return null
}
