import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rangesBackend } from '../../../testing/donations.ts'
import { type Backend, openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { activateLanguage } from '../../locales/language.ts'

const NONE = { count: 1, otherCurrencies: [], inKind: 0 }
const SCHOOL = { _id: 'p1', nameEn: 'School', nameHi: 'विद्यालय', isRetired: false }
const capabilities = ['donations.paged', 'donations.statuses', 'donations.ranges', 'donations.groups']

function groupsBackend(by: string, rows: object[], total: object = NONE): Backend {
  return {
    ...rangesBackend([]),
    ...signedIn(['Donations'], { capabilities }),
    'GET /donate/fields': [200, { success: true, data: { purposes: [SCHOOL] } }],
    [`GET /donate/groups?by=${by}`]: [200, { success: true, data: { rows, total } }],
  }
}

const chart = page.getByRole('img', { name: /^Chart/ })

afterEach(() => activateLanguage('en'))

test('shows a chart of the groups above the table, named in the language of the panel', async () => {
  const rows = [
    { ...NONE, key: 'p1', amount: 10_001 },
    { ...NONE, key: null, amount: 202 },
  ]
  await openPanel('/donations?group=purpose', groupsBackend('purpose', rows))
  const name = 'Chart: Donations by Purpose. The same figures are in the table below.'
  await expect.element(page.getByRole('img', { name })).toMatchTextContent(/^School₹100\.01Without purpose₹2\.02$/)
  await expect.element(page.getByText('The chart shows gifts in rupees alone.')).not.toBeInTheDocument()
  await activateLanguage('hi')
  await expect.element(page.getByRole('img', { name: /^चार्ट/ })).toMatchTextContent(/^विद्यालय₹100\.01/)
})

test.each([
  { otherCurrencies: [{ currency: 'USD', count: 1, amount: 500 }], inKind: 0 },
  { otherCurrencies: [], inKind: 1 },
])('says that the chart leaves %j out', async (others) => {
  const rows = ['p1', null].map((key) => ({ ...NONE, key, amount: 500 }))
  await openPanel('/donations?group=purpose', groupsBackend('purpose', rows, { ...NONE, ...others }))
  await expect.element(page.getByText('The chart shows gifts in rupees alone.')).toBeVisible()
})

test.each([
  ['of two months', ['2026-02', '2026-04'], 500, 1],
  ['but none of one group', ['2026-04'], 500, 0],
  ['but none without rupees', ['2026-02', '2026-04'], 0, 0],
] as const)('shows a chart %s', async (_name, months, amount, count) => {
  const rows = months.map((key) => ({ ...NONE, key, amount }))
  await openPanel('/donations?group=month', groupsBackend('month', rows))
  await expect.element(page.getByRole('link', { name: 'April 2026' })).toBeVisible()
  await expect.element(chart).toHaveLength(count)
})
