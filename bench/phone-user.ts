import { expect, type Locator, type Page } from '@playwright/test'

/** Limit of one step. The slowest is the upload of the photos. */
const STEP_LIMIT_MS = 120_000

export type PhoneUser = ReturnType<typeof phoneUser>

/**
 * Uses the panel as a person with a phone does. Counts taps, and remembers when the first one was.
 * Scrolling, typing, and choosing a file in the system's dialog are no taps. A tap into a field is
 * one, unless the panel has focused the field. An option of a native select takes two.
 */
export function phoneUser(page: Page) {
  page.setDefaultTimeout(STEP_LIMIT_MS)
  let taps = 0
  let firstTap: number | undefined

  function count(number = 1) {
    taps += number
    firstTap ??= performance.now()
  }

  async function tap(target: Locator): Promise<void> {
    await target.waitFor()
    count()
    await target.tap()
  }

  return {
    page,
    tap,
    /** Empties the field first. */
    async type(field: Locator, text: string) {
      await field.waitFor()
      const isFocused = await field.evaluate((element) => element === document.activeElement)
      if (!isFocused) await tap(field)
      await field.fill(text)
    },
    async chooseFiles(button: Locator, files: string | string[]) {
      const [dialog] = await Promise.all([page.waitForEvent('filechooser'), tap(button)])
      await dialog.setFiles(files)
    },
    async chooseOption(select: Locator, label: string) {
      await select.waitFor()
      count(2)
      await select.selectOption({ label })
    },
    /** Waits until the target is visible. It must then be in sight: the person has not scrolled. */
    async see(target: Locator) {
      await target.waitFor()
      await expect(target, 'in sight').toBeInViewport({ timeout: 2000 })
    },
    /** Returns taps, and the ms since the first one, and starts a new count. */
    takeCount() {
      const result = { taps, ms: firstTap === undefined ? 0 : performance.now() - firstTap }
      taps = 0
      firstTap = undefined
      return result
    },
  }
}
