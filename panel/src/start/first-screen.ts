import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { decodablePath } from '@sevadesk/contract/base/decodable-path.ts'
import { toast } from '../ui/base/toast.tsx'
import { addressOf, type PanelHistory, panelPath } from './panel-history.ts'

/** `isLive`: a session exists, and a login would replace it. */
export type FirstScreen = { kind: 'login'; isLive: boolean } | { kind: 'app'; admin: CurrentAdmin | null }

/**
 * Decides whether a newly loaded page shows the login screen, and corrects the address
 * (specification, section 4). `/?login=again` shows the form to a signed-in user too.
 */
export function findFirstScreen(history: PanelHistory, admin: CurrentAdmin | null): FirstScreen {
  const { pathname, search: query } = history.location
  // The router throws for a path that cannot be decoded.
  if (decodablePath(pathname) !== pathname) history.replace(decodablePath(pathname) + query)
  const path = panelPath(history.location)
  const search = new URLSearchParams(history.location.search)
  if (path === '/login' && search.get('notice') === 'logged-out') toast.success(i18n._(msg`Logged out successfully`))
  if (path === '/' && search.get('login') === 'again') return { kind: 'login', isLive: admin !== null }
  const isLogin = path === '/' || path === '/login'
  if (admin && isLogin) history.replace(addressOf('post-login'))
  if (admin || path === '/403') return { kind: 'app', admin }
  history.replace(addressOf(''))
  return { kind: 'login', isLive: false }
}
