import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Holds what is on screen to every rule of axe. Contrast has to be among what was really looked at: a page can hide from it. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  )
  expect(findings, state).toEqual([])
  expect(
    passes.map(({ id }) => id),
    `${state}: contrast was measured`,
  ).toContain('color-contrast')
}
