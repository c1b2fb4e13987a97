import { i18n, type Messages } from '@lingui/core'
import type { Language } from '@sevadesk/contract/base/language.ts'
import { byLanguage, SCREEN_MESSAGES } from './screen-messages.ts'
import { LANGUAGE_KEY, toLanguage } from './initial-language.ts'

/** The texts of the login screen. */
const LOGIN_MESSAGES = byLanguage(import.meta.glob<Messages>('./*.po', { eager: true, import: 'messages' }))

/** `localStorage` key: an account's id and the language that its server has not stored yet. */
const UNSENT_KEY = 'sevadesk_language_unsent'

/** Whether a screen after the login was opened: every language then needs its texts too. */
let hasScreens = false

let chosen: Language | undefined

/** Starts with a language that the user has not chosen. Throws if its texts cannot be loaded. */
export async function activateLanguage(language: Language): Promise<void> {
  chosen = undefined
  await loadTexts(language)
  activate(language)
}

async function loadTexts(language: Language): Promise<void> {
  i18n.load(language, LOGIN_MESSAGES[language])
  if (hasScreens) await addScreenMessages(language)
}

function activate(language: Language): void {
  i18n.activate(language)
  document.documentElement.lang = language
}

/** The account whose screens are opened. */
interface Account {
  readonly _id: string
  readonly language?: Language | undefined
}

/**
 * Loads the texts of the screens after the login, for this language and any chosen later. The
 * account's language replaces the browser's, but neither a choice since the page was loaded nor one
 * that the account's server has not stored yet. If the texts cannot be loaded, keeps the present
 * language and returns `false`. Throws if its texts cannot be loaded either.
 */
export async function loadScreenMessages(account?: Account | null): Promise<boolean> {
  hasScreens = true
  if (account) chosen ??= unsentChoiceOf(account._id)
  const choice = chosen
  const present = toLanguage(i18n.locale) ?? 'en'
  const wanted = choice ?? account?.language ?? present
  const isLoaded = await loadTexts(wanted).then(
    () => true,
    () => false,
  )
  if (chosen !== choice) return loadScreenMessages(account)
  if (!isLoaded) await loadTexts(present)
  else if (account?.language) rememberLanguage(wanted)
  activate(isLoaded ? wanted : present)
  return isLoaded
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
 * Activates a language and stores the choice in this browser. Returns whether it is still the
 * latest choice. Throws if its texts cannot be loaded.
 */
export async function chooseLanguage(language: Language): Promise<boolean> {
  chosen = language
  const isLatest = () => chosen === language
  try {
    await loadTexts(language)
  } catch (error) {
    if (!isLatest()) return false
    chosen = toLanguage(i18n.locale)
    throw error
  }
  if (!isLatest()) return false
  activate(language)
  rememberLanguage(language)
  return true
}

/** The user's choice since this page was loaded. */
export function chosenLanguage(): Language | undefined {
  return chosen
}

function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

/** Remembers that the server has not stored this account's choice yet, so that it is sent again. */
export function markChoiceUnsent(accountId: string, language: Language): void {
  try {
    localStorage.setItem(UNSENT_KEY, `${accountId} ${language}`)
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

export function markChoiceSent(): void {
  try {
    localStorage.removeItem(UNSENT_KEY)
  } catch {
    // Without storage, there is no mark.
  }
}

function unsentChoiceOf(accountId: string): Language | undefined {
  try {
    const [owner, language] = localStorage.getItem(UNSENT_KEY)?.split(' ') ?? []
    return owner === accountId ? toLanguage(language) : undefined
  } catch {
    return undefined
  }
}
