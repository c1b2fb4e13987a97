import { CSV_BOM } from '@sevadesk/contract/base/csv.ts'
import { CSV_HEAD } from '@sevadesk/contract/donations/donation-csv.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../../testing/backend.ts'
import { donation, extendedBackend, plainBackend } from '../../../../testing/donations.ts'
import { type Backend, button, openPanel, signedIn } from '../../../../testing/open-panel.tsx'
import { watchSavedFiles } from '../../../../testing/saved-files.ts'

const DONATIONS = [
  donation(1, { donorName: 'Asha', amount: 10_001, paymentMethod: 'cash' }),
  donation(2, { donorName: 'Ravi', amount: 202, paymentMethod: 'upi' }),
]
const SCHOOL = { _id: 'p1', nameEn: 'School', nameHi: 'विद्यालय', isRetired: false }
const FLOOD = { _id: 'p2', nameEn: 'Flood', nameHi: 'बाढ़', isRetired: true }
const FIELDS = { purposes: [FLOOD, SCHOOL], institutions: [], modes: ['cash', 'upi'], collectors: ['Ramesh'] }
const NONE = { otherCurrencies: [], inKind: 0 }
const BY_PURPOSE = {
  rows: [
    { key: 'p1', count: 1, amount: 10_001, ...NONE },
    { key: null, count: 1, amount: 202, otherCurrencies: [{ currency: 'USD', count: 2, amount: 500 }], inKind: 3 },
  ],
  total: { count: 2, amount: 10_203, otherCurrencies: [{ currency: 'USD', count: 2, amount: 500 }], inKind: 3 },
}
const BY_COLLECTOR = {
  rows: [{ key: 'Ramesh', count: 2, amount: 10_203, ...NONE }],
  total: { count: 2, amount: 10_203, ...NONE },
}
const pageOf = (data: object[]): [number, object] => [
  200,
  { success: true, data, total: data.length, isCapped: false, page: 1 },
]
const CSV = { 'content-type': 'text/csv; charset=utf-8' }
const APRIL = { key: '2026-04', count: 2, amount: 10_203, ...NONE }

function groupsBackend(more: Backend = {}): Backend {
  const [first] = DONATIONS
  return {
    ...extendedBackend(DONATIONS, [{ period: 'last-month' }]),
    ...signedIn(['Donations', 'Dashboard'], { level: 1 }),
    'GET /donate/fields': ok(FIELDS),
    'GET /donate/groups?by=purpose': ok(BY_PURPOSE),
    'GET /donate/groups?by=month': ok({ rows: [APRIL], total: APRIL }),
    'GET /donate/groups?by=month&from=2026-04-10&to=2026-05-20': ok({ rows: [APRIL], total: APRIL }),
    'GET /donate/groups?by=collector': ok({ rows: [], total: { count: 0, amount: 0, ...NONE } }),
    'GET /donate?mode=cash&page=1&limit=10': [
      200,
      { success: true, data: [first], total: 1, isCapped: false, page: 1 },
    ],
    'GET /donate/summary/matches?mode=cash': ok({
      count: 1,
      isCapped: false,
      successfulCount: 1,
      successfulAmount: 10_001,
    }),
    ...more,
  }
}

const rows = () => page.getByRole('table').getByRole('row')
const select = (name: string) => page.getByLabelText(name, { exact: true })
const moreFilters = () => page.getByRole('button', { name: 'More filters' })
const optionsOf = (name: string) =>
  [...select(name).element().querySelectorAll('option')].map(({ textContent }) => textContent)

test('filters by a field, keeps it in the address, and offers retired entries last', async () => {
  const { router } = await openPanel('/donations', groupsBackend())
  await moreFilters().click()
  await expect.poll(() => optionsOf('Purpose')).toEqual(['All', 'School', 'Flood (retired)', 'Without purpose'])
  await expect.poll(() => optionsOf('Payment mode')).toEqual(['All', 'Cash', 'UPI', 'Without payment mode'])
  await expect.element(select('Institution')).not.toBeInTheDocument()
  await select('Payment mode').selectOptions('Cash')
  await expect.element(page.getByText('1 found, 1 successful: ₹100.01', { exact: true })).toBeVisible()
  await expect.poll(() => router.state.location.search).toEqual({ mode: 'cash' })
})

test('removes a filter by its chip, and focus moves to the next one', async () => {
  const { router } = await openPanel('/donations?mode=cash&period=last-month&q=x', groupsBackend())
  const chip = (text: string) => page.getByRole('button', { name: `Remove filter: ${text}`, exact: true })
  await chip('Period: Last Month').click()
  await expect.element(chip('Payment mode: Cash')).toHaveFocus()
  await expect.poll(() => router.state.location.search).toEqual({ mode: 'cash', q: 'x' })
  await chip('Payment mode: Cash').click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.poll(() => router.state.location.search).toEqual({ q: 'x' })
})

test('shows groups in place of the list, with a total, and leads to the donations of a group', async () => {
  const { router } = await openPanel('/donations', groupsBackend())
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect.poll(() => router.state.location.search).toEqual({ group: 'month' })
  await select('Group by').selectOptions('Purpose')
  const table = page.getByRole('table', { name: 'Donations by Purpose' })
  await expect.element(table).toBeVisible()
  await expect.poll(() => router.state.location.search).toEqual({ group: 'purpose' })
  const texts = () =>
    rows()
      .elements()
      .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(texts()).toEqual([
    ['Purpose', 'Gifts', 'Amount', 'Other currencies', 'Gifts in kind'],
    ['School', '1', '₹100.01', '—', '—'],
    ['Without purpose', '1', '₹2.02', '2 · USD\u00a05.00', '3'],
    ['Total', '2', '₹102.03', '2 · USD\u00a05.00', '3'],
  ])
  await expect.element(select('Sort')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Without purpose' }).click()
  await expect.poll(() => router.state.location.search).toEqual({ status: 'authorized', purpose: 'none' })
})

test('leads from a month to those of its days that are chosen', async () => {
  const { router } = await openPanel('/donations?group=month&from=2026-04-10&to=2026-05-20', groupsBackend())
  await page.getByRole('link', { name: 'April 2026' }).click()
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ status: 'authorized', from: '2026-04-10', to: '2026-04-30', dayOf: 'receipt' })
})

test('lists by the day of receipt what a group of a period has, and lets the user change that', async () => {
  const days = 'from=2026-04-10&to=2026-05-20'
  const { router } = await openPanel(
    `/donations?group=collector&${days}`,
    groupsBackend({
      [`GET /donate/groups?by=collector&${days}`]: ok(BY_COLLECTOR),
      [`GET /donate?status=authorized&${days}&dayOf=receipt&collector=Ramesh&page=1&limit=10`]: pageOf(DONATIONS),
      [`GET /donate?status=authorized&${days}&collector=Ramesh&page=1&limit=10`]: pageOf(DONATIONS.slice(1)),
    }),
  )
  await expect.element(select('Day of')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Ramesh' }).click()
  const search = { status: 'authorized', from: '2026-04-10', to: '2026-05-20', collector: 'Ramesh' }
  await expect.poll(() => router.state.location.search).toEqual({ ...search, dayOf: 'receipt' })
  await expect.element(select('Day of')).toHaveValue('receipt')
  await expect.element(rows()).toHaveLength(1 + 2)
  await moreFilters().click()
  await select('Day of').selectOptions('Order or entry')
  await expect.poll(() => router.state.location.search).toEqual(search)
  await expect.element(rows()).toHaveLength(1 + 1)
})

test('exports the ten columns by the days that the groups show', async () => {
  const days = 'from=2026-04-10&to=2026-05-20'
  const saved = watchSavedFiles()
  await openPanel(
    `/donations?group=month&${days}`,
    groupsBackend({ [`GET /donate/export?${days}&dayOf=receipt`]: [200, `${CSV_BOM}${CSV_HEAD}x`, CSV] }),
  )
  await expect.element(page.getByRole('link', { name: 'April 2026' })).toBeVisible()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]?.name).toMatch(/^donations-filtered-/)
})

test('takes collectors of any name for collectors, in the file too', async () => {
  const saved = watchSavedFiles()
  const named = ['total', 'without', 'none'].map((key) => ({ key, count: 1, amount: 100, ...NONE }))
  const data = { rows: [...named, { key: null, count: 1, amount: 100, ...NONE }], total: { ...APRIL, count: 4 } }
  await openPanel('/donations?group=collector', groupsBackend({ 'GET /donate/groups?by=collector': ok(data) }))
  await expect.element(page.getByRole('link', { name: 'total', exact: true })).toBeVisible()
  const names = rows()
    .elements()
    .map((row) => row.firstElementChild?.textContent)
  expect(names).toEqual(['Collected by', 'total', 'without', 'none', 'Without collector', 'Total'])
  await expect.element(page.getByRole('link', { name: 'none', exact: true })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Save this table (CSV)' }).click()
  await expect.poll(() => saved).toHaveLength(1)
  const lines = new TextDecoder().decode(await saved[0]?.bytes()).split('\r\n')
  expect(lines.map((line) => line.split(',')[0])).toEqual([...names.map((name) => `"${name}"`), ''])
})

test('saves the table with its total', async () => {
  const saved = watchSavedFiles()
  await openPanel('/donations?group=purpose', groupsBackend())
  await page.getByRole('button', { name: 'Save this table (CSV)' }).click()
  await expect.poll(() => saved).toHaveLength(1)
  expect(saved[0]?.name).toMatch(/^donations-by-purpose-\d{4}-\d\d-\d\d\.csv$/)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0]?.bytes())
  expect(text).toBe(
    [
      `${CSV_BOM}"Purpose","Gifts","Amount (₹)","Gifts (USD)","Amount (USD)","Gifts in kind"`,
      '"School",1,100.01,0,0.00,0',
      '"Without purpose",1,2.02,2,5.00,3',
      '"Total",2,102.03,2,5.00,3',
      '',
    ].join('\r\n'),
  )
})

test('says that there is nothing to group', async () => {
  await openPanel('/donations?group=collector', groupsBackend())
  await expect.element(page.getByText('No donations found for this filter.')).toBeVisible()
  await expect.element(page.getByText('Groups count successful donations alone.')).toBeVisible()
})

test('shows no groups of a list without their names, and tries again', async () => {
  const failing: Backend = { 'GET /donate/fields': [500, { success: false, message: 'Broken.' }] }
  await openPanel('/donations?group=purpose', groupsBackend(failing))
  await expect.element(page.getByText('Could not load the groups.')).toBeVisible()
  await expect.element(page.getByText('Unknown')).not.toBeInTheDocument()
  await respondWith(groupsBackend())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('link', { name: 'School' })).toBeVisible()
})

test('shows why groups could not be loaded, and tries again', async () => {
  const failing: Backend = { 'GET /donate/groups?by=purpose': [500, { success: false, message: 'Broken.' }] }
  await openPanel('/donations?group=purpose', groupsBackend(failing))
  await expect.element(page.getByText('Could not load the groups.')).toBeVisible()
  await expect.element(page.getByText('Broken.')).toBeVisible()
  await respondWith(groupsBackend())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('table', { name: 'Donations by Purpose' })).toBeVisible()
})

describe('the export for the accountant', () => {
  const XLSX = { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
  const open = () => page.getByRole('button', { name: 'For the accountant' })
  const dialog = page.getByRole('dialog', { name: 'For the accountant' })

  test('saves the filtered donations as Excel file or CSV, and closes', async () => {
    const saved = watchSavedFiles()
    await openPanel(
      '/donations?group=month&mode=cash',
      groupsBackend({
        'GET /donate/accountant?mode=cash&format=xlsx': [200, 'PK', XLSX],
        'GET /donate/accountant?mode=cash&format=csv': [200, 'x', { 'content-type': 'text/csv; charset=utf-8' }],
      }),
    )
    for (const [name, ending] of [
      ['Save as Excel (.xlsx)', 'xlsx'],
      ['Save as CSV', 'csv'],
    ] as const) {
      await open().click()
      await dialog.getByRole('button', { name }).click()
      await expect.element(dialog).not.toBeInTheDocument()
      expect(saved.at(-1)?.name).toMatch(new RegExp(`^accountant-filtered-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`))
    }
    expect(saved).toHaveLength(2)
  })

  test('keeps the dialog open with the sentence of the server', async () => {
    const refused: Backend = {
      'GET /donate/accountant?format=xlsx': [400, { success: false, message: 'Too much for one Excel sheet.' }],
    }
    await openPanel('/donations?group=month', groupsBackend(refused))
    await open().click()
    await dialog.getByRole('button', { name: 'Save as Excel (.xlsx)' }).click()
    await expect.element(dialog.getByText('Too much for one Excel sheet.')).toBeVisible()
  })
})

test('shows none of it on a plain backend, whatever the address says', async () => {
  await openPanel('/donations?group=purpose&mode=cash', plainBackend(DONATIONS))
  await expect.element(rows()).toHaveLength(3)
  await expect.element(page.getByRole('link', { name: 'Reports' })).not.toBeInTheDocument()
  await expect.element(moreFilters()).not.toBeInTheDocument()
  for (const name of ['Group by', 'Payment mode', 'Purpose']) {
    await expect.element(select(name)).not.toBeInTheDocument()
  }
  await expect.element(button('For the accountant')).not.toBeInTheDocument()
  await expect.element(button('Deleted donations')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Enter a gift' })).not.toBeInTheDocument()
})
