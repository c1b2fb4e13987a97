import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { ok } from '../../../../testing/backend.ts'
import { extendedBackend } from '../../../../testing/donations.ts'
import { type Backend, openPanel, signedIn } from '../../../../testing/open-panel.tsx'
import { activateLanguage } from '../../../locales/language.ts'
import { COLUMNS_REM } from '../../../ui/charts/months.ts'
import { ChartSkeleton } from './lazy-group-chart.tsx'

const NONE = { count: 1, otherCurrencies: [], inKind: 0 }
const SCHOOL = { _id: 'p1', nameEn: 'School', nameHi: 'विद्यालय', isRetired: false }

function groupsBackend(by: string, rows: object[], total: object = NONE): Backend {
  return {
    ...extendedBackend([]),
    ...signedIn(['Donations'], { level: 1 }),
    'GET /donate/fields': ok({ purposes: [SCHOOL], institutions: [], modes: [], collectors: [] }),
    [`GET /donate/groups?by=${by}`]: ok({ rows, total }),
  }
}

const chart = page.getByRole('img', { name: /^Chart/ })

const all = (selector: string) => [...chart.element().querySelectorAll(selector)]
const textsOf = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent)
const names = (count: number) => Array.from({ length: count }, (_, at) => [`Ramesh ${at}`, 100])
const rowsOf = (amounts: Record<string, number>) =>
  Object.entries(amounts).map(([key, amount]) => ({ ...NONE, key, amount }))

test('shows a chart of the groups above the table, named in the language of the panel', async () => {
  const rows = [
    { ...NONE, key: 'p1', amount: 10_001 },
    { ...NONE, key: null, amount: 202 },
  ]
  await openPanel('/donations?group=purpose', groupsBackend('purpose', rows))
  const name = 'Chart: Donations by Purpose. The table below has all figures.'
  await expect.element(page.getByRole('img', { name })).toMatchTextContent(/^School₹100\.01Without purpose₹2\.02$/)
  await expect.element(page.getByText('The chart shows gifts in rupees alone.')).not.toBeInTheDocument()
  await activateLanguage('hi')
  await expect.element(page.getByRole('img', { name: /^चार्ट/ })).toMatchTextContent(/^विद्यालय₹100\.01/)
})

test.each([
  { otherCurrencies: [{ currency: 'USD', count: 1, amount: 500 }], inKind: 0 },
  { otherCurrencies: [], inKind: 1 },
])('says below the chart that it shows rupees alone, if there are also %j', async (others) => {
  const rows = ['p1', null].map((key) => ({ ...NONE, key, amount: 500 }))
  await openPanel('/donations?group=purpose', groupsBackend('purpose', rows, { ...NONE, ...others }))
  await expect.element(page.getByText('The chart shows gifts in rupees alone.')).toBeVisible()
})

test('names a collector entered as "none" by that name', async () => {
  await openPanel('/donations?group=collector', groupsBackend('collector', rowsOf({ none: 200, Ramesh: 100 })))
  await expect.element(chart).toMatchTextContent(/^none₹2\.00Ramesh₹1\.00$/)
})

test('has bars for groups with rupees alone', async () => {
  await openPanel('/donations?group=mode', groupsBackend('mode', rowsOf({ in_kind: 0, cash: 200, upi: 100 })))
  await expect.element(chart).toMatchTextContent(/^Cash₹2\.00UPI₹1\.00$/)
})

test.each([
  ['2025-04-10', '2025-11-10', 'April 2025 and November 2025 are shown in part.', 2],
  ['2025-04-10', '2025-11-30', 'April 2025 is shown in part.', 1],
])('marks the months of which %s to %s are a part, and says so', async (from, to, note, marked) => {
  const data = { rows: rowsOf({ '2025-04': 500, '2025-11': 700 }), total: NONE }
  const response: Backend = { [`GET /donate/groups?by=month&from=${from}&to=${to}`]: ok(data) }
  await openPanel(`/donations?group=month&from=${from}&to=${to}`, { ...groupsBackend('month', []), ...response })
  await expect.element(page.getByText(note, { exact: true })).toBeVisible()
  await expect.element(chart).toBeVisible()
  expect(all('[data-unfinished]')).toHaveLength(marked)
})

test('marks the month of today, and says that the table has more months than the chart', async () => {
  const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7)
  const before = new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 7)
  const rows = rowsOf({ [month]: 500, [before]: 700, '2019-01': 9 })
  await openPanel('/donations?group=month', groupsBackend('month', rows))
  await expect.element(page.getByText(/^\S+ \d{4} is not over yet\.$/)).toBeVisible()
  await expect.element(page.getByText('The chart shows the latest 24 months. The table shows all.')).toBeVisible()
  await expect.element(chart).toBeVisible()
  expect(all('[data-unfinished]')).toHaveLength(1)
})

test.each([
  ['months', 'month', { '2026-01': 500, '2026-02': 700 }, 'months'],
  ['eleven bars', 'collector', Object.fromEntries(names(11)), { bars: 11, hasOthers: false }],
  ['more bars', 'collector', Object.fromEntries(names(14)), { bars: 10, hasOthers: true }],
] as const)('the placeholder of %s is as high as the chart', async (_name, by, amounts, size) => {
  await openPanel(`/donations?group=${by}`, groupsBackend(by, rowsOf(amounts)))
  await expect.element(chart).toBeVisible()
  const { container } = await render(<ChartSkeleton size={size} notes={null} />)
  for (const width of [360, 1280]) {
    await page.viewport(width, 800)
    const height = chart.element().getBoundingClientRect().height
    expect(container.firstElementChild?.getBoundingClientRect().height, `${width} px`).toBeCloseTo(height, 0)
  }
})

test('ends the columns at the newest month with rupees', async () => {
  const amounts = { '2026-04': 0, '2024-01': 500, '2023-11': 700 }
  await openPanel('/donations?group=month', groupsBackend('month', rowsOf(amounts)))
  await expect.element(chart).toBeVisible()
  expect(textsOf(all('title'))).toEqual(['November 2023: ₹7.00', 'December 2023: ₹0.00', 'January 2024: ₹5.00'])
})

test.each([
  ['one group', { '2026-04': 500 }],
  ['one group with rupees', { '2026-04': 500, '2026-02': 0 }],
  ['groups without rupees', { '2026-04': 0, '2026-02': 0 }],
  ['one group with rupees in the latest 24 months', { '2026-04': 500, '1950-02': 500 }],
])('shows no chart of %s', async (_name, amounts) => {
  await openPanel('/donations?group=month', groupsBackend('month', rowsOf(amounts)))
  await expect.element(page.getByRole('link', { name: 'April 2026' })).toBeVisible()
  // Nor a placeholder, which the chart would replace.
  expect(document.querySelector('figure, [data-of]')).toBeNull()
})

describe('months of up to 24 crore', () => {
  const open = async (count: number) => {
    const months = Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 10 - index)).toISOString())
    const amounts = months.map((month, index) => [month.slice(0, 7), (24 - index) * 1_00_00_000_00])
    await openPanel('/donations?group=month', groupsBackend('month', rowsOf(Object.fromEntries(amounts))))
    await expect.element(chart).toBeVisible()
  }

  test('have as much room as their names are chosen for', async () => {
    await open(24)
    const remAt = async (width: number) => {
      await page.viewport(width, 800)
      return (all('svg')[0]?.getBoundingClientRect().width ?? 0) / 16
    }
    expect(await remAt(320)).toBeGreaterThanOrEqual(COLUMNS_REM.narrow)
    expect(await remAt(481)).toBeGreaterThanOrEqual(COLUMNS_REM.middle)
    expect(await remAt(961)).toBeGreaterThanOrEqual(COLUMNS_REM.wide)
  })

  test.each([2, 5, 9, 13, 18, 24])('have names side by side at every width, for %i months', async (count) => {
    await open(count)
    for (const language of ['en', 'hi'] as const) {
      await activateLanguage(language)
      for (const width of [320, 480, 481, 960, 961, 1280]) {
        await page.viewport(width, 800)
        for (const row of ['[data-at]:first-child', '[data-at]:last-child']) {
          const boxes = [...document.querySelectorAll(`figure ${row}`)]
            .filter((name) => name.getClientRects().length > 0)
            .map((name) => name.getBoundingClientRect())
          expect(boxes.length).toBeGreaterThan(0)
          const isApart = boxes.every(({ left }, index) => left > (boxes[index - 1]?.right ?? 0))
          expect(isApart, `${language}, ${width} px`).toBe(true)
        }
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      }
    }
  })
})
