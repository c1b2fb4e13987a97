import { i18n, type Messages } from '@lingui/core'

export const LANGUAGES = [
  { code: 'en', label: 'English' },
  { code: 'hi', label: 'हिन्दी' },
] as const
export type Language = (typeof LANGUAGES)[number]['code']

const STORAGE_KEY = 'sevadesk_language'

/** One chunk per language, fetched when it is needed. */
const CATALOGUES: Readonly<Record<Language, () => Promise<{ messages: Messages }>>> = {
  en: () => import('./en.po'),
  hi: () => import('./hi.po'),
}

/** The language to start with: the one this person chose, else the one the trust set, else the first of the browser's that we speak. */
export function initialLanguage(configured: string | undefined): Language {
  return [rememberedLanguage(), configured, ...navigator.languages].map(toLanguage).find(Boolean) ?? 'en'
}

/** Loads a language and shows everything in it. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await CATALOGUES[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}

/** Shows everything in a language and remembers the choice on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  await activateLanguage(language)
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Storage is closed to us; the choice lasts until the page is closed.
  }
}

function toLanguage(tag: string | null | undefined): Language | undefined {
  const wanted = tag?.toLowerCase().split('-')[0]
  return LANGUAGES.find(({ code }) => code === wanted)?.code
}

function rememberedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
