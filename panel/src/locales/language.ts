import { i18n, type Messages } from '@lingui/core'
import { messages as loginEnglish } from './en.po'
import { messages as loginHindi } from './hi.po'
import { LANGUAGE_KEY, type Language, toLanguage } from './initial-language.ts'
import { SCREEN_MESSAGES } from './screen-messages.ts'

/** The texts of the login screen. */
const LOGIN_MESSAGES: Readonly<Record<Language, Messages>> = { en: loginEnglish, hi: loginHindi }

/** Whether a screen after the login was opened: every language then needs its texts too. */
let hasScreens = false

export async function activateLanguage(language: Language): Promise<void> {
  i18n.load(language, LOGIN_MESSAGES[language])
  if (hasScreens) await addScreenMessages(language)
  i18n.activate(language)
  document.documentElement.lang = language
}

/** Loads the texts of the screens after the login, for this language and any chosen later. */
export async function loadScreenMessages(): Promise<void> {
  hasScreens = true
  const language = toLanguage(i18n.locale)
  if (language) await addScreenMessages(language)
}

/** Fetches those texts without using them. */
export async function preloadScreenMessages(): Promise<void> {
  await SCREEN_MESSAGES[toLanguage(i18n.locale) ?? 'en']()
}

async function addScreenMessages(language: Language): Promise<void> {
  const { messages } = await SCREEN_MESSAGES[language]()
  i18n.load(language, messages)
}

/**
 * Activates a language and stores the choice on this device. Throws if its texts cannot be loaded.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await activateLanguage(language)
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}
