import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import { useMatches } from '@tanstack/react-router'
import { useMe } from '../session/use-me.ts'
import { useWindowTitle } from '../start/use-window-title.ts'
import { useTrust } from '../ui/base/trust.tsx'

export const NOT_FOUND_TITLE = msg`Page Not Found`

export function WindowTitle() {
  const { i18n } = useLingui()
  const { title, isExtra = false } = useMatches().at(-1)?.staticData ?? {}
  const me = useMe()
  const isUnknown = isExtra && me && !isExtended(me)
  const shown = isUnknown ? NOT_FOUND_TITLE : title
  useWindowTitle(shown && i18n._(shown), useTrust().trustName)
  return null
}
