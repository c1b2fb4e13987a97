import { expectAccessible } from './axe.ts'
import { expectHindi, usernamesOf, writeSeedInHindi } from './hindi.ts'
import { test as base } from './test.ts'

/** Checks a state of a screen: accessibility, and that no English is left. */
type CheckState = (state: string) => Promise<void>

const isFullSuite = process.env.TEST_SUITE === 'all'
/** `npm test` runs axe only on these states. */
const MAIN_STATES = new Set([
  ...['login refused', 'user menu', '/dashboard', '/403 signed in', 'password form with an error'],
  ...['gallery: form refused', 'gallery: question', 'videos: upload in progress'],
  ...['donations: pages', 'donations: details', 'messages: list', 'admins: form refused'],
  ...['cash book: a day', 'trash: list', 'mapping: list'],
])

export const test = base.extend<{ check: CheckState }>({
  contextOptions: { reducedMotion: 'reduce' },
  check: async ({ page, sevadesk }, use) => {
    await page.addInitScript(() => localStorage.setItem('sevadesk_language', 'hi'))
    await writeSeedInHindi(sevadesk)
    await use(async (state) => {
      await expectHindi(page, state, await usernamesOf(sevadesk))
      if (isFullSuite || MAIN_STATES.has(state)) await expectAccessible(page, state)
    })
  },
})
