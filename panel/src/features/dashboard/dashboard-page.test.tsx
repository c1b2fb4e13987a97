import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { openPanel, signedIn } from '../../../testing/open-panel.tsx'
import { renderPage } from '../../../testing/render.tsx'
import { DashboardPage } from './dashboard-page.tsx'

const donation = (day: number, fields: object) => ({
  _id: `d${day}`,
  amount: 10000000,
  createdAt: `2026-01-0${day}T06:00:00.000Z`,
  ...fields,
})

/** Donations of six days, oldest first, with missing and malformed fields. */
const DONATIONS = [
  donation(1, { donorName: 'Too old to be listed' }),
  donation(2, { donorName: null, donorEmail: 'meera@example.org', donorPhone: '+91 98765 43210' }),
  donation(3, { donorName: 'Kiran', amount: null, donorPhone: 'ask at the office' }),
  donation(4, { donorName: 'Asha', amount: 'x', createdAt: 'broken' }),
  donation(5, { donorName: 'Bob', currency: 'USD', amount: 50 }),
  donation(6, { donorName: 'Zoya', offlineGift: { enteredAt: '2026-01-07T14:42:00.000Z' } }),
  null,
]

// Silences the console, where load errors are logged.
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

const card = (name: string) => page.getByRole('group', { name })

test('shows the figures and the five latest donations, even with missing fields', async () => {
  await respondWith({
    'GET /donate/successful': ok(DONATIONS),
    'GET /event': ok([{}, {}, null]),
    'GET /admin': ok([{ role: 'admin' }, { role: 'superadmin' }, {}]),
  })
  await renderPage(DashboardPage)
  await expect.element(card('Donations')).toMatchTextContent('₹3,00,000.50')
  await expect.element(page.getByText(/in other currencies/)).toBeVisible()
  await expect.element(card('Upcoming Events')).toMatchTextContent(/Events2/)
  await expect.element(card('Admins')).toMatchTextContent(/Admins2/)
  const rows = page.getByRole('listitem')
  await expect.element(rows).toHaveLength(5)
  await expect.element(rows.nth(0)).toMatchTextContent('Zoya')
  await expect.element(rows.nth(0)).toMatchTextContent(/Received on 06 Jan 2026Entered on 07 Jan 2026, 08:12 PM$/)
  await expect.element(rows.nth(1)).toMatchTextContent(/USD\s0\.50/)
  await expect.element(rows.nth(2)).toMatchTextContent(/^Kiran—/)
  await expect.element(rows.nth(3)).toMatchTextContent('Anonymous')
  await expect
    .element(page.getByRole('link', { name: 'meera@example.org' }))
    .toHaveAttribute('href', 'mailto:meera@example.org')
  await expect.element(page.getByRole('link', { name: '+91 98765 43210' })).toHaveAttribute('href', 'tel:+919876543210')
  await expect.element(rows.nth(2)).toMatchTextContent('ask at the office')
  await expect.element(rows.nth(2).getByRole('link')).not.toBeInTheDocument()
  expect(console.error).not.toHaveBeenCalled()
})

test('shows a dash for events that failed to load', async () => {
  await respondWith({ 'GET /event': [403, { success: false, message: 'Not yours' }] })
  await renderPage(DashboardPage)
  await expect.element(card('Upcoming Events')).toMatchTextContent('Events—')
})

test('shows a dash without a toast for a figure that failed to load', async () => {
  await respondWith({
    'GET /donate/successful': [403, { success: false, message: 'Not yours' }],
    'GET /event': ok([]),
    'GET /admin': [200, { success: false, message: 'Not yours' }],
  })
  await renderPage(DashboardPage)
  await expect.element(card('Donations')).toMatchTextContent('Donations—')
  await expect.element(card('Upcoming Events')).toMatchTextContent(/Events0/)
  await expect.element(card('Admins')).toMatchTextContent('Admins—')
  await expect.element(page.getByRole('region', { name: 'Latest donations' })).toMatchTextContent('—')
  await expect.element(page.getByText('No successful donations found.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('status')).toHaveTextContent('')
  expect(console.error).toHaveBeenCalledTimes(2)
})

test('shows the empty state and ₹0.00 without donations', async () => {
  await respondWith({ 'GET /donate/successful': ok([]) })
  await renderPage(DashboardPage)
  await expect.element(page.getByText('No successful donations found.')).toBeVisible()
  await expect.element(card('Donations')).toMatchTextContent('₹0.00')
})

test('disables View All for an admin without access to Donations', async () => {
  await respondWith({})
  await renderPage(DashboardPage)
  await expect.element(page.getByRole('button', { name: 'View All' })).toBeDisabled()
})

test('requests five donations from a paging server and shows its total', async () => {
  const latest = [6, 5, 4, 3, 2].map((day) => donation(day, { donorName: `Donor ${day}` }))
  await openPanel('/dashboard', {
    ...signedIn(['Dashboard'], { level: 1 }),
    'GET /donate/successful?limit=5': [
      200,
      { success: true, data: latest, totalAmount: 123456789012, hasOtherCurrency: true },
    ],
  })
  await expect.element(card('Donations')).toMatchTextContent('₹1,23,45,67,890.12')
  await expect.element(page.getByText(/in other currencies/)).toBeVisible()
  const entries = page.getByRole('region', { name: 'Latest donations' }).getByRole('listitem')
  await expect.element(entries).toHaveLength(5)
  await expect.element(entries.first()).toMatchTextContent('Donor 6')
})

test('counts events that are not over, and those without a date, if the backend keeps dates', async () => {
  const events = [{ startsAt: '2020-01-01', endsAt: '2099-01-01' }, { startsAt: '2020-01-01' }, { title: 'No date' }]
  await openPanel('/dashboard', {
    ...signedIn(['Dashboard'], { level: 1 }),
    'GET /event': ok(events),
  })
  await expect.element(card('Upcoming Events')).toMatchTextContent(/Events2/)
})
