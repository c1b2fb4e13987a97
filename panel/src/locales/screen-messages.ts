import type { Messages } from '@lingui/core'
import type { Language } from '@sevadesk/contract/base/language.ts'
import { byLanguage } from './by-language.ts'

/** The texts of the screens after the login, one file per language. */
export const SCREEN_MESSAGES: Record<Language, () => Promise<{ messages: Messages }>> = byLanguage(
  import.meta.glob<{ messages: Messages }>('./screens/*.po'),
)
