import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { neverRespond, ok, respondWith } from '../../../../testing/backend.ts'
import { openBrowserHistory } from '../../../../testing/browser-history.ts'
import { donation, extendedBackend, plainBackend } from '../../../../testing/donations.ts'
import { openPanel } from '../../../../testing/open-panel.tsx'
import { PAGES_KEY } from '../../../queries/donation-pages.ts'

const MANY = Array.from({ length: 25 }, (_, index) => donation(index + 1))
const FAR = 'd0020'
const dialog = page.getByRole('dialog', { name: 'Donation details' })
const details = (n: number) => page.getByRole('button', { name: new RegExp(`^Details of Donor ${n},`) })

const backend = () => extendedBackend(MANY, [{ status: 'authorized' }])

async function openInBrowser(path: string) {
  const panel = await openPanel(path, backend(), openBrowserHistory(path))
  return { ...panel, address: () => location.pathname + location.search }
}

test('opens a row at an address of its own, and removes it on Close', async () => {
  const { address } = await openInBrowser('/donations?status=authorized')
  await details(3).click()
  await expect.element(dialog).toMatchTextContent(/Donor 3/)
  await expect.poll(address).toBe('/donations?status=authorized&open=d0003')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(address).toBe('/donations?status=authorized')
  await details(3).click()
  await expect.element(dialog).toBeVisible()
})

test('closes on Back, and a second Back does not open it again', async () => {
  const { address, router } = await openInBrowser('/donations')
  await router.navigate({ to: '/donations', search: { status: 'authorized' } })
  await details(1).click()
  await expect.poll(address).toBe('/donations?status=authorized&open=d0001')
  router.history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(address).toBe('/donations?status=authorized')
  router.history.back()
  await expect.poll(address).toBe('/donations')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('opens a shared link to a donation on another page, and Back leads to the list', async () => {
  const { address, router } = await openInBrowser(`/donations?open=${FAR}`)
  await expect.element(dialog).toMatchTextContent(/Donor 20/)
  expect(address()).toBe(`/donations?open=${FAR}`)
  for (let back = 0; back < 2; back += 1) {
    router.history.back()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(address).toBe('/donations')
  }
})

const MISSING = 'There is no such donation, or it has been deleted.'

test.each([
  ['does not exist', 'gone', [404, { success: false, message: 'Route not found' }]],
  ['is another', 'other', ok(donation(3))],
  ['has no id', 'nameless', ok({ ...donation(3), _id: undefined })],
] as const)(
  'says in the dialog that the donation does not exist if the one of the backend %s',
  async (_name, id, [status, body]) => {
    await openPanel(`/donations?open=${id}`, extendedBackend(MANY, [], { [`GET /donate/${id}`]: [status, body] }))
    await expect.element(dialog.getByText(MISSING)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  },
)

test.each(['export', 'Summary', 'summary%2Fmatches', '..', 'x'.repeat(3000)])(
  'asks the backend for no donation at an address that names none: %s',
  async (id) => {
    const fetching = vi.spyOn(window, 'fetch')
    await openPanel(`/donations?open=${id}`, backend())
    await expect.element(dialog.getByText(MISSING)).toBeVisible()
    const paths = fetching.mock.calls.map(([address]) => new URL(String(address), location.href).pathname)
    const further = paths.filter((path) => path.includes('/donate/'))
    expect(further).toEqual(expect.arrayContaining([expect.stringMatching(/\/donate\/summary$/)]))
    expect(further.filter((path) => !/\/donate\/(?:summary|fields|held)$/.test(path))).toEqual([])
  },
)

test('keeps the details of a row that leaves the list while its donation loads', async () => {
  const { queryClient } = await openPanel('/donations', backend())
  await details(2).click()
  await expect.element(dialog).toMatchTextContent(/Donor 2/)
  await neverRespond()
  queryClient.setQueriesData({ queryKey: PAGES_KEY }, (rows: object | undefined) => ({ ...rows, rows: [] }))
  await expect.element(page.getByText('No donations found for this filter.')).toBeVisible()
  await expect.element(dialog).toMatchTextContent(/Donor 2/)
})

test('offers another try after a failure', async () => {
  const failing = extendedBackend(MANY, [], { [`GET /donate/${FAR}`]: [500, ''] })
  await openPanel(`/donations?open=${FAR}`, failing)
  await expect.element(dialog.getByText('Could not load the donation.')).toBeVisible()
  await respondWith(extendedBackend(MANY))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog).toMatchTextContent(/Donor 20/)
})

test('opens rows of the page alone on a plain backend', async () => {
  const { router } = await openPanel('/donations?open=d0002', plainBackend(MANY))
  await expect.element(dialog).toMatchTextContent(/Donor 2/)
  await router.navigate({ to: '/donations', search: { open: FAR } })
  await expect.element(page.getByText('1–10 of 25')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})
