import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '../../testing/backend.ts'
import { donation, plainBackend } from '../../testing/donations.ts'
import { openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'

const BACKEND = {
  ...plainBackend([donation(1)]),
  'GET /donate/successful': ok([donation(1)]),
  'GET /event': ok([]),
  'GET /admin': ok([]),
  'GET /admin/sessions': ok([]),
  ...SUPERADMIN,
} satisfies Parameters<typeof openPanel>[1]

test('the cards of dashboard and sessions look alike', async () => {
  const { router } = await openPanel('/dashboard', BACKEND)
  for (const width of [1280, 360]) {
    await page.viewport(width, 800)
    const looks = new Set<string>()
    for (const [path, first, count] of [
      ['/dashboard', 'Upcoming Events', 3],
      ['/login-sessions', 'Total sessions', 3],
    ] as const) {
      await router.navigate({ to: path })
      await expect.element(page.getByRole('group', { name: first })).toBeVisible()
      const cards = page.getByRole('group').elements()
      expect(cards).toHaveLength(count)
      for (const card of cards) looks.add(lookOf(card))
    }
    expect([...looks], `${width} px`).toHaveLength(1)
  }
})

/** Padding, and the sizes of icon, label and number. */
function lookOf(card: Element): string {
  const [label, value] = card.querySelectorAll('p')
  const icon = label?.querySelector('svg')
  if (!label || !value || !icon) return 'incomplete'
  const sizes = [label, value].map((part) => getComputedStyle(part).fontSize)
  return [getComputedStyle(card).padding, icon.getBoundingClientRect().width, ...sizes].join(' ')
}
