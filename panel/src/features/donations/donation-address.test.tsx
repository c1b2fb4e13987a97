import { createBrowserHistory } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../../testing/backend.ts'
import { donation, pagedBackend, plainBackend, rangesBackend } from '../../../testing/donations.ts'
import { openPanel } from '../../../testing/open-panel.tsx'

const MANY = Array.from({ length: 25 }, (_, index) => donation(index + 1))
const FAR = 'd0020'
const dialog = page.getByRole('dialog', { name: 'Donation details' })
const details = (n: number) => page.getByRole('button', { name: `Details of Donor ${n}`, exact: true })
const here = location.href

afterEach(() => window.history.replaceState(null, '', here))

const backend = () => rangesBackend(MANY, [{ status: 'authorized' }])

async function openInBrowser(path: string) {
  window.history.pushState(null, '', path)
  const panel = await openPanel(path, backend(), createBrowserHistory())
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

test('says in the dialog that a donation does not exist or was deleted', async () => {
  const message = 'There is no such donation, or it has been deleted already.'
  await openPanel(
    '/donations?open=gone',
    rangesBackend(MANY, [], { 'GET /donate/gone': [404, { success: false, message }] }),
  )
  await expect.element(dialog.getByText(message)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('offers another try after a failure', async () => {
  const failing = rangesBackend(MANY, [], { [`GET /donate/${FAR}`]: [500, ''] })
  await openPanel(`/donations?open=${FAR}`, failing)
  await expect.element(dialog.getByText('Could not load the donation.')).toBeVisible()
  await respondWith(rangesBackend(MANY))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog).toMatchTextContent(/Donor 20/)
})

test.each([
  ['the whole list', plainBackend(MANY)],
  ['pages', pagedBackend(MANY)],
])('opens rows of the page alone on a backend that sends %s without the capability', async (_name, other) => {
  const { router } = await openPanel('/donations?open=d0002', other)
  await expect.element(dialog).toMatchTextContent(/Donor 2/)
  await router.navigate({ to: '/donations', search: { open: FAR } })
  await expect.element(page.getByText('1–10 of 25')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})
