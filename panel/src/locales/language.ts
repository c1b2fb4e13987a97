import { i18n, type Messages } from '@lingui/core'

export const LANGUAGES = [
  { code: 'en', label: 'English' },
  { code: 'hi', label: 'हिन्दी' },
] as const
export type Language = (typeof LANGUAGES)[number]['code']

const STORAGE_KEY = 'sevadesk_language'

type Catalogues = Readonly<Record<Language, () => Promise<{ messages: Messages }>>>

/** Lazy chunks per language: one for the login screen and one for the other screens. */
const LOGIN_MESSAGES: Catalogues = { en: () => import('./en.po'), hi: () => import('./hi.po') }
const SCREEN_MESSAGES: Catalogues = { en: () => import('./screens/en.po'), hi: () => import('./screens/hi.po') }

/** Whether a screen after the login was opened: every language then needs both chunks. */
let hasScreens = false

/**
 * The initial language: the user's choice, else the trust's setting, else the browser's first
 * supported one.
 */
export function initialLanguage(configured: string | undefined): Language {
  return [rememberedLanguage(), configured, ...navigator.languages].map(toLanguage).find(Boolean) ?? 'en'
}

export async function activateLanguage(language: Language): Promise<void> {
  await loadMessages(LOGIN_MESSAGES, language)
  if (hasScreens) await loadMessages(SCREEN_MESSAGES, language)
  i18n.activate(language)
  document.documentElement.lang = language
}

/** Loads the texts of the screens after the login, for this language and any chosen later. */
export async function loadScreenMessages(): Promise<void> {
  hasScreens = true
  const language = toLanguage(i18n.locale)
  if (language) await loadMessages(SCREEN_MESSAGES, language)
}

async function loadMessages(catalogues: Catalogues, language: Language): Promise<void> {
  const { messages } = await catalogues[language]()
  i18n.load(language, messages)
}

/** Activates a language and stores the choice on this device. */
export async function chooseLanguage(language: Language): Promise<void> {
  await activateLanguage(language)
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Without storage, the choice lasts until the page is closed.
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
