import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok, respondWith } from '../../../testing/backend.ts'
import { donation, extendedBackend } from '../../../testing/donations.ts'
import { donorBackend, list } from '../../../testing/donors.ts'
import { type Backend, button, openPanel, signedIn } from '../../../testing/open-panel.tsx'

const GIFT = donation(1, { _id: 'g1', donorName: 'A. Patil' })
const HELD = {
  ...{ paymentId: 'pay_1', donationId: 'd2', reason: 'order-paid', amount: 70_000, currency: 'INR' },
  ...{ orderedAmount: 50_000, orderedCurrency: 'INR', donorName: 'A. Patil', donorEmail: null, donorPhone: null },
  heldAt: '2026-11-20T05:00:00.000Z',
}

/** A backend where these are all gifts, and those of the donor. */
const backend = (gifts: ReturnType<typeof donation>[], more: Backend = {}): Backend => ({
  ...extendedBackend(gifts, [{ searchIn: 'donor' }]),
  ...donorBackend(['Donations'], { 'GET /donors/a1/gifts?page=1&limit=10': [...list(gifts)] }),
  ...signedIn(['Donations', 'UserInformation'], { level: 1 }),
  'GET /donate/held?page=1&limit=100': [...list([HELD])],
  // Without a count of held payments, the list itself is fetched.
  'GET /donate/summary': [503, { success: false }],
  ...more,
})

const DONOR = '/donors?open=a1'
const main = page.getByRole('main')
const gift = main.getByRole('row', { name: /A\. Patil/ })

test('the gifts of a donor follow a deletion and its undo', async () => {
  const { router } = await openPanel(DONOR, backend([GIFT], { 'DELETE /donate/g1': [200, ''] }))
  await expect.element(gift).toBeVisible()
  router.history.push('/users')
  await button('Delete A. Patil: removes this donation.').click()
  await respondWith(backend([], { 'DELETE /donate/g1': [200, ''] }))
  await button('Yes').click()
  await button('OK').click()
  router.history.push(DONOR)
  await expect.element(main.getByText('No gifts yet.')).toBeVisible()
  await respondWith(backend([GIFT], { 'POST /trash/donation/g1/restore': ok({}) }))
  await button('Undo').click()
  await expect.element(gift).toBeVisible()
})

test('the gifts of a donor follow a held payment that was recorded', async () => {
  const { router } = await openPanel(DONOR, backend([]))
  await expect.element(main.getByText('No gifts yet.')).toBeVisible()
  router.history.push('/donations')
  await button('1 payment to check').click()
  await button('Record with Razorpay’s amount').click()
  await respondWith(backend([GIFT], { 'POST /donate/d2/held/pay_1/record': [200, { success: true, message: 'Done' }] }))
  await button('Record').click()
  await expect.element(page.getByText('Payment recorded')).toBeVisible()
  router.history.push(DONOR)
  await expect.element(gift).toBeVisible()
})

test('the gifts of a donor name their purposes as the lists do, where the user may read them', async () => {
  const purposes = [{ _id: 'p1', nameEn: 'Cow feed', nameHi: 'गौ ग्रास', isRetired: false }]
  const fields = { purposes, institutions: [], modes: [], collectors: [] }
  const named = (sections: string[]): Backend => ({
    ...backend([{ ...GIFT, ...{ purposeId: 'p1' } }]),
    ...signedIn(sections, { level: 1 }),
    'GET /donate/fields': ok(fields),
  })
  const { unmount } = await openPanel(DONOR, named(['Donations']))
  await expect.element(gift).toMatchTextContent(/Cow feed.*Gau Seva/)
  await unmount()
  const { queryClient } = await openPanel(DONOR, named(['UserInformation']))
  await expect.element(gift).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(gift.element().textContent).toContain('Gau Seva')
})
