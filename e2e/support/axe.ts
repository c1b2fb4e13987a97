import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Expects no axe finding: checks every rule in the light theme, only contrast in the dark theme.
 * axe silently skips contrast on some pages, so contrast must be among the passed rules.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // A background that is still changing to the theme's colour has a false contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    const axe = new AxeBuilder({ page }).setLegacyMode()
    if (theme === 'dark') axe.withRules(['color-contrast'])
    const { violations, passes } = await axe.analyze()
    const findings = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    )
    expect(findings, `${state}, ${theme}`).toEqual([])
    const passed = passes.map(({ id }) => id)
    expect(passed, `${state}, ${theme}: contrast was measured`).toContain('color-contrast')
  }
}

/** Keeps the last toast open by hovering over it. */
export async function holdToast(page: Page): Promise<void> {
  await page.getByRole('status').getByRole('paragraph').last().hover()
}
