import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { Language } from './labels.ts'

/** What every state is looked at in, besides light and dark. */
export const COMBINATIONS = (['en', 'hi'] as const).flatMap((language) =>
  [1280, 360].map((width) => ({ language, width })),
)

/**
 * Holds what is on screen to every rule of axe, in light and in dark. Contrast has to be among what was really looked at: a page can
 * hide from it.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    const findings = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    )
    expect(findings, `${state}, ${theme}`).toEqual([])
    const measured = passes.map(({ id }) => id)
    expect(measured, `${state}, ${theme}: contrast was measured`).toContain('color-contrast')
  }
}

/** The language as it was chosen on an earlier visit. */
export async function preferring(page: Page, language: Language): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('sevadesk_language', chosen), language)
}

/** Waits for a toast and keeps it there, as a pointer resting on it does. */
export async function holdToast(page: Page): Promise<void> {
  await page.getByRole('status').getByRole('paragraph').last().hover()
}
