import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { donation, extendedBackend, plainBackend } from '../../../testing/donations.ts'
import { emulatePrint, linesWithin, overflowingCells, pageOverflow, wrappedHeaders } from '../../../testing/layout.ts'
import { openPanel } from '../../../testing/open-panel.tsx'
import { activateLanguage } from '../../locales/language.ts'

const ODD = [
  donation(1, {
    donorName: 'वेंकट सुब्रमण्यम कृष्णमूर्ति',
    donorEmail: `${'0'.repeat(40)}@${'1'.repeat(40)}.2`,
    amount: 99_99_99_999_00,
    purpose: '—'.repeat(300),
    currency: 'USD',
  }),
  donation(2, { donorName: null, donorEmail: null, purpose: null, localStatus: null, createdAt: null }),
]
const LARGE = [1_00_00_000_00, 10_00_00_000_00].map((amount, index) =>
  donation(3 + index, {
    donorName: 'Lakshmi Narayan Venkataraman Iyer and the whole of his family in Thanjavur',
    donorEmail: 'lakshminarayan.venkataraman@example.co.in',
    donorPhone: '+91 98765 43210',
    amount,
    purpose: 'Annadan for the old-age home on the birthday of my late grandmother',
    localStatus: 'refunded',
    createdAt: '2026-11-30T12:00:00.000Z',
    receipt: { token: 't', number: 'SD/2026-27/000012' },
  }),
)
const ALL = [...ODD, ...LARGE]
const ON_ONE_LINE = ['₹1,00,00,000.00', '₹10,00,00,000.00', '30 Nov 2026', '05:30 PM']
const BACKEND = extendedBackend(ALL, [{ search: '77' }])

const rows = () => page.getByRole('table').getByRole('row')
const linesOf = (words: string) => linesWithin(page.getByText(words, { exact: true }).first().element())

/** Widths around each change between cards and table, with and without the sidebar. */
const CARDS = [320, 360, 768, 899, 961, 1024, 1151]
const TABLE = [900, 960, 1152, 1248, 1249, 1280]

test('fits all widths and paper in English, and 1280 px and paper in Hindi', async () => {
  await openPanel('/donations', BACKEND)
  await expect.element(rows()).toHaveLength(ALL.length + 1)
  for (const width of [...CARDS, ...TABLE]) {
    await page.viewport(width, 800)
    const display = CARDS.includes(width) ? 'block' : 'table'
    await expect
      .poll(() => getComputedStyle(page.getByRole('table').element()).display, { message: `${width} px` })
      .toBe(display)
    await expectToFit(`${width} px`)
  }
  let endPrinting = await emulatePrint()
  await expectToFit('paper')
  await endPrinting()
  await activateLanguage('hi')
  await expect.element(page.getByRole('columnheader', { name: 'राशि' })).toBeVisible()
  expect(overflowingCells()).toEqual([])
  endPrinting = await emulatePrint()
  expect(overflowingCells()).toEqual([])
  await endPrinting()
})

async function expectToFit(where: string) {
  await expect.poll(pageOverflow, { message: where }).toBeLessThanOrEqual(0)
  expect([...overflowingCells(), ...wrappedHeaders()], where).toEqual([])
  for (const text of ON_ONE_LINE) expect(linesOf(text), `${text} at ${where}`).toBe(1)
}

test('shows the details without horizontal scrolling from 320 px on', async () => {
  await openPanel('/donations', BACKEND)
  await page.getByRole('button', { name: /^Details of Anonymous,/ }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  for (const width of [320, 360, 768, 1280]) {
    await page.viewport(width, 800)
    await expect.poll(pageOverflow, { message: `${width} px` }).toBeLessThanOrEqual(0)
  }
})

test('shows donations on a phone as cards that begin with a large amount, with links and buttons at least 44 px high', async () => {
  await openPanel('/donations', plainBackend(ODD))
  await page.viewport(360, 800)
  await expect.element(page.getByRole('rowheader')).toHaveLength(2)
  const [first] = page.getByRole('rowheader').elements()
  const [contact, amount] = page.getByRole('row').nth(1).getByRole('cell').elements()
  if (!first || !contact || !amount) throw new Error('There is no card.')
  expect(getComputedStyle(contact, '::before').content).toContain('Contact')
  expect(amount.getBoundingClientRect().bottom).toBeLessThanOrEqual(first.getBoundingClientRect().top)
  const sizeOf = (cell: Element) => Number.parseFloat(getComputedStyle(cell).fontSize)
  for (const cell of [first, contact]) expect(sizeOf(amount)).toBeGreaterThan(sizeOf(cell))
  for (const link of document.querySelectorAll('table a, table button')) {
    expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  }
})

test.each(['en', 'hi'] as const)('begins the list on the first screen of a phone, in %s', async (language) => {
  await openPanel('/donations?q=lakshmi', plainBackend(LARGE))
  await page.viewport(360, 740)
  await activateLanguage(language)
  await expect.element(page.getByRole('rowheader')).toHaveLength(2)
  await expect.element(page.getByText(language === 'en' ? /^2 found,/ : /^2 दान,/)).toBeVisible()
  const [name] = page.getByRole('rowheader').elements()
  expect(name?.getBoundingClientRect().bottom).toBeLessThan(740)
  expect(page.getByRole('group').elements()).toHaveLength(4)
})

test.each([
  [1280, 800, 7],
  [360, 740, 1],
])('begins the list on the first screen of our server: %i×%i', async (width, height, count) => {
  const many = Array.from({ length: 10 }, (_, index) => donation(index + 1))
  await openPanel('/donations', extendedBackend(many))
  await page.viewport(width, height)
  await expect.element(page.getByRole('rowheader')).toHaveLength(10)
  const header = page.getByRole('rowheader').elements()[count - 1]
  await expect.poll(() => header?.getBoundingClientRect().bottom).toBeLessThanOrEqual(height)
})

test('folds the filters of a phone behind a button that counts those that are set', async () => {
  await openPanel('/donations?status=refunded', extendedBackend(ALL, [{ status: 'refunded' }]))
  const status = page.getByRole('combobox', { name: 'Status' })
  const filter = page.getByRole('button', { name: 'Filter (1)' })
  await expect.element(status).toBeVisible()
  await expect.element(filter).not.toBeInTheDocument()
  await page.viewport(360, 740)
  await expect.element(page.getByRole('searchbox')).toBeVisible()
  await expect.element(status).not.toBeInTheDocument()
  await expect.element(filter).toHaveAttribute('aria-expanded', 'false')
  await filter.click()
  await status.selectOptions('All')
  await expect
    .element(page.getByRole('button', { name: 'Filter', exact: true }))
    .toHaveAttribute('aria-expanded', 'true')
})
