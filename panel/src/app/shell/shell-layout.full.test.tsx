import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EXTENDED_SUPERADMIN, openPanel, SUPERADMIN, signedIn } from '../../../testing/open-panel.tsx'
import { activateLanguage } from '../../locales/language.ts'

const box = (selector: string) => {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`No ${selector}`)
  return element.getBoundingClientRect()
}

test.each(['en', 'hi'] as const)('the whole menu of a superadmin fits into 1280×800 (%s)', async (language) => {
  const screen = await openPanel('/users', EXTENDED_SUPERADMIN)
  await activateLanguage(language)
  await expect.element(screen.getByRole('navigation')).toBeVisible()
  const last = [...document.querySelectorAll('nav a')].at(-1)?.getBoundingClientRect()
  const foot = [...document.querySelectorAll('nav button')].at(-1)?.getBoundingClientRect()
  expect(last?.bottom).toBeLessThanOrEqual(foot?.top ?? 0)
})

test('a menu that is higher than the window begins at its current entry', async () => {
  const me = signedIn([], { role: 'superadmin', level: 1 })
  await openPanel('/login-sessions', me)
  await page.viewport(360, 500)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
  const menu = () => link('Dashboard').element().closest('section')?.parentElement?.getBoundingClientRect()
  const isInSight = (name: string) => {
    const { top, bottom } = link(name).element().getBoundingClientRect()
    const { top: start = 0, bottom: end = 0 } = menu() ?? {}
    return top >= start && bottom <= end
  }
  await expect.element(link('Login Sessions')).toHaveAttribute('aria-current', 'page')
  expect([isInSight('Dashboard'), isInSight('Login Sessions')]).toEqual([false, true])
  expect(window.scrollY).toBe(0)
})

test.each(['en', 'hi'] as const)(
  'shows logo, name, clock, menu and user in the header at 320 px (%s)',
  async (language) => {
    await openPanel('/users', SUPERADMIN)
    await activateLanguage(language)
    await page.viewport(320, 640)
    const header = box('header')
    const parts = [
      'header button[aria-label]',
      'header svg[viewBox="0 0 48 48"]',
      '[data-testid=clock]',
      'header > button',
    ]
    for (const part of parts) {
      const { left, right, top, bottom, width } = box(part)
      expect(width, part).toBeGreaterThan(16)
      expect(left, part).toBeGreaterThanOrEqual(header.left)
      expect(right, part).toBeLessThanOrEqual(header.right)
      expect(top, part).toBeGreaterThanOrEqual(header.top)
      expect(bottom, part).toBeLessThanOrEqual(header.bottom)
    }
    const name = page
      .getByRole('banner')
      .getByText(/Seva Trust|सेवा ट्रस्ट/)
      .element()
    expect(name.scrollHeight).toBeLessThanOrEqual(name.clientHeight + 1)
    expect(name.getBoundingClientRect().bottom).toBeLessThanOrEqual(box('[data-testid=clock]').top + 1)
  },
)

test.each([
  ['en', 'Shri Krishna Gau Seva Trust'],
  ['hi', 'श्री कृष्ण गौ सेवा धर्मार्थ न्यास, मथुरा'],
] as const)('shows a long name of the trust in two lines at 320 px (%s)', async (language, trustName) => {
  await openPanel('/users', SUPERADMIN)
  await activateLanguage(language)
  await page.viewport(320, 640)
  const name = page
    .getByRole('banner')
    .getByText(/Seva Trust|सेवा ट्रस्ट/)
    .element()
  name.textContent = trustName
  expect(name.getClientRects()[0]?.height).toBeGreaterThan(1.5 * Number.parseFloat(getComputedStyle(name).lineHeight))
  expect(name.scrollHeight).toBeLessThanOrEqual(name.clientHeight + 1)
  expect(box('[data-testid=clock]').bottom).toBeLessThanOrEqual(box('header').bottom)
  expect(name.getBoundingClientRect().top).toBeGreaterThanOrEqual(box('header').top)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
