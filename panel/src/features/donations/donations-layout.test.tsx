import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { donation, pagedBackend, plainBackend } from '../../../testing/donations.ts'
import { openPanel } from '../../../testing/open-panel.tsx'
import { activateLanguage } from '../../locales/language.ts'

const DONATIONS = [
  donation(1, {
    donorName: 'वेंकट सुब्रमण्यम कृष्णमूर्ति',
    donorEmail: `${'0'.repeat(40)}@${'1'.repeat(40)}.2`,
    amount: 99_99_99_999_00,
    purpose: '—'.repeat(300),
    currency: 'USD',
  }),
  donation(2, { donorName: null, donorEmail: null, purpose: null, localStatus: null, createdAt: null }),
]
/** Nothing that the page says is in Latin letters but the names of the currency and of the file. */
const LATIN = /[A-Za-z]{2,}/g
const OURS = new Set(['USD', 'CSV', 'AM', 'PM'])

afterEach(() => page.viewport(1280, 800))

const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
const latinIn = (selector: string) =>
  [...document.querySelectorAll(selector)]
    .flatMap((part) => part.textContent?.match(LATIN) ?? [])
    .filter((word) => !OURS.has(word))

test.each([320, 360, 720, 961, 1280])('at %i px nothing pushes the page sideways', async (width) => {
  await openPanel('/donations', plainBackend(DONATIONS))
  await page.viewport(width, 800)
  await expect.element(page.getByRole('table').getByRole('row')).toHaveLength(3)
  expect(overflow()).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Details of Anonymous' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(overflow()).toBeLessThanOrEqual(0)
})

test('below 720 px a donation is a card of labelled lines, whose targets fit a finger', async () => {
  await openPanel('/donations', plainBackend(DONATIONS))
  await page.viewport(360, 800)
  await expect.element(page.getByRole('rowheader')).toHaveLength(2)
  const [first] = page.getByRole('rowheader').elements()
  const amount = page.getByRole('row').nth(1).getByRole('cell').nth(1).element()
  expect(getComputedStyle(amount, '::before').content).toContain('Amount')
  expect(amount.getBoundingClientRect().top).toBeGreaterThan(first?.getBoundingClientRect().bottom ?? 0)
  for (const link of document.querySelectorAll('table a, table button')) {
    expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  }
})

test('in Hindi nothing is left in English', async () => {
  const gone = { ...DONATIONS[0], deletedAt: '2026-04-01T06:30:00.000Z', deletedBy: null }
  const answer = { success: true, data: [gone], total: 1, isCapped: false, page: 1 }
  const { router } = await openPanel(
    '/donations',
    pagedBackend(DONATIONS, [{ search: '77' }], { 'GET /donate/deleted?page=1&limit=10': [200, answer] }),
  )
  await activateLanguage('hi')
  await expect.element(page.getByRole('heading', { level: 1, name: 'दान का हिसाब' })).toBeVisible()
  expect(latinIn('main')).toEqual([])
  await page.getByRole('button', { name: 'नाम नहीं दिया का विवरण' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(latinIn('[role=dialog]').filter((word) => word !== DONATIONS[1]?._id)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'बंद करें' }).click()
  await router.navigate({ to: '/donations', search: { q: '77' } })
  await expect.element(page.getByText('इस फ़िल्टर में कोई दान नहीं मिला।')).toBeVisible()
  expect(latinIn('main')).toEqual([])
  await router.navigate({ to: '/donations', search: { view: 'deleted' } })
  await expect.element(page.getByRole('heading', { level: 1, name: 'हटाए गए दान' })).toBeVisible()
  await expect.element(page.getByRole('row')).toHaveLength(2)
  expect(latinIn('main')).toEqual([])
})
