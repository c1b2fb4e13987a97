import { ADMINS_LANGUAGE, setLanguage } from '@sevadesk/contract/admin.ts'
import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { call } from '../../api/call.ts'
import { chosenLanguage } from '../../locales/language.ts'

/**
 * Stores the user's choice with the account, if the backend can. A failure is not shown: the choice
 * holds in this browser anyway.
 */
export function saveChosenLanguage({ capabilities }: CurrentAdmin): void {
  const language = chosenLanguage()
  if (!language || !capabilities.includes(ADMINS_LANGUAGE)) return
  call(setLanguage, { body: { language } }).catch(() => {})
}
