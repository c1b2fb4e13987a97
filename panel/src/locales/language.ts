import { i18n, type Messages } from '@lingui/core'

export const LANGUAGES = [
  { code: 'en', label: 'English' },
  { code: 'hi', label: 'हिन्दी' },
] as const
export type Language = (typeof LANGUAGES)[number]['code']

const STORAGE_KEY = 'sevadesk_language'

type Catalogues = Readonly<Record<Language, () => Promise<{ messages: Messages }>>>

/** One chunk per language, fetched when it is needed: what the login screen shows, and what the screens behind it add. */
const FIRST_WORDS: Catalogues = { en: () => import('./en.po'), hi: () => import('./hi.po') }
const SCREEN_WORDS: Catalogues = { en: () => import('./screens/en.po'), hi: () => import('./screens/hi.po') }

/** Whether a screen behind the login was opened, so that its words come with every language from then on. */
let hasScreens = false

/** The language to start with: the one this person chose, else the one the trust set, else the first of the browser's that we speak. */
export function initialLanguage(configured: string | undefined): Language {
  return [rememberedLanguage(), configured, ...navigator.languages].map(toLanguage).find(Boolean) ?? 'en'
}

/** Loads a language and shows everything in it. */
export async function activateLanguage(language: Language): Promise<void> {
  await loadWords(FIRST_WORDS, language)
  if (hasScreens) await loadWords(SCREEN_WORDS, language)
  i18n.activate(language)
  document.documentElement.lang = language
}

/** Loads the words of the screens behind the login, in the language that is shown and in each that is chosen later. */
export async function loadScreenWords(): Promise<void> {
  hasScreens = true
  const language = toLanguage(i18n.locale)
  if (language) await loadWords(SCREEN_WORDS, language)
}

async function loadWords(catalogues: Catalogues, language: Language): Promise<void> {
  const { messages } = await catalogues[language]()
  i18n.load(language, messages)
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
