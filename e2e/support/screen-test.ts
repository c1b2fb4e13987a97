import { expectAccessible } from './axe.ts'
import { expectHindi, usernamesOf, writeSeedInHindi } from './hindi.ts'
import { LABELS, type Language } from './labels.ts'
import { test as base } from './test.ts'

export interface ScreenOptions {
  language: Language
}

/** Checks a state of a screen: accessibility, and in Hindi that no English is left. */
type CheckState = (state: string) => Promise<void>

const isFullSuite = process.env.TEST_SUITE === 'all'
/** `npm test` runs axe only on these states. */
const MAIN_STATES = new Set([
  ...['login refused', 'user menu', '/dashboard', '/403 signed in', 'password form with an error'],
  ...['gallery: form refused', 'gallery: question', 'videos: upload in progress'],
  ...['donations: pages', 'donations: details', 'messages: list', 'admins: form refused'],
  ...['cash book: a day', 'trash: list', 'mapping: list'],
])

export const test = base.extend<ScreenOptions & { labels: (typeof LABELS)[Language]; check: CheckState }>({
  language: ['en', { option: true }],
  contextOptions: { reducedMotion: 'reduce' },
  labels: async ({ language }, use) => {
    await use(LABELS[language])
  },
  check: async ({ page, sevadesk, language }, use) => {
    await page.addInitScript((chosen) => localStorage.setItem('sevadesk_language', chosen), language)
    if (language === 'hi') await writeSeedInHindi(sevadesk)
    await use(async (state) => {
      if (language === 'hi') await expectHindi(page, state, await usernamesOf(sevadesk))
      if (isFullSuite || MAIN_STATES.has(state)) await expectAccessible(page, state)
    })
  },
})
