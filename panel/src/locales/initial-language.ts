// Without the catalogues: main.ts loads this file before them.

import { LANGUAGES, type Language } from '@sevadesk/contract/base/language.ts'

export const LANGUAGE_KEY = 'sevadesk_language'

/**
 * The initial language: the user's choice, else the trust's setting, else the browser's first
 * supported one.
 */
export function initialLanguage(configured: string | undefined): Language {
  return [rememberedLanguage(), configured, ...navigator.languages].map(toLanguage).find(Boolean) ?? 'en'
}

export function toLanguage(tag: string | null | undefined): Language | undefined {
  const wanted = tag?.toLowerCase().split('-')[0]
  return LANGUAGES.find(({ code }) => code === wanted)?.code
}

/** The user's choice in this browser. */
function rememberedLanguage(): Language | undefined {
  try {
    return toLanguage(localStorage.getItem(LANGUAGE_KEY))
  } catch {
    return undefined
  }
}
