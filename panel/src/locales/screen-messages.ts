import type { Messages } from '@lingui/core'
import type { Language } from './initial-language.ts'

/** The texts of the screens after the login, one file per language. */
export const SCREEN_MESSAGES: Readonly<Record<Language, () => Promise<{ messages: Messages }>>> = {
  en: () => import('./screens/en.po'),
  hi: () => import('./screens/hi.po'),
}
