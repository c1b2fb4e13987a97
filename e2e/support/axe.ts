import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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
