import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '../../testing/backend.ts'
import { donation, extendedBackend, plainBackend } from '../../testing/donations.ts'
import { type Backend, openPanel, signedIn } from '../../testing/open-panel.tsx'

/** Half a minute before the midnight of Asia/Kolkata. */
function startBeforeMidnight() {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    now: Date.parse('2026-03-14T23:59:30+05:30'),
    shouldAdvanceTime: true,
  })
}

test('the period "Today" changes at midnight in the trust’s zone', async () => {
  startBeforeMidnight()
  const donations = [
    donation(1, { donorName: 'Late Donor', createdAt: '2026-03-14T18:00:00.000Z' }),
    donation(2, { donorName: 'Early Donor', createdAt: '2026-03-14T18:40:00.000Z' }),
  ]
  await openPanel('/donations?period=today', plainBackend(donations))
  await expect.element(page.getByText('Late Donor')).toBeVisible()
  vi.advanceTimersByTime(31_000)
  await expect.element(page.getByText('Early Donor')).toBeVisible()
  await expect.element(page.getByText('Late Donor')).not.toBeInTheDocument()
})

test('does not fetch a page of all donations again at midnight', async () => {
  startBeforeMidnight()
  const requests = vi.spyOn(window, 'fetch')
  const count = (path: string) => requests.mock.calls.filter(([address]) => String(address).includes(path)).length
  await openPanel('/donations?period=all', {
    ...signedIn(['Donations'], { level: 1 }),
    ...extendedBackend([donation(1, { donorName: 'Donor One' })]),
  })
  await expect.element(page.getByText('Donor One')).toBeVisible()
  vi.advanceTimersByTime(31_000)
  await expect.poll(() => count('/donate/summary')).toBe(2)
  expect(count('/donate?')).toBe(1)
})

const TODAY_ALONE: Backend = {
  ...signedIn(['Dashboard', 'Events'], { level: 1 }),
  'GET /event': ok([{ _id: 'e1', title: 'Fair', startsAt: '2026-03-14' }]),
}

test('an event is past after the midnight of its day', async () => {
  startBeforeMidnight()
  await openPanel('/events', TODAY_ALONE)
  const fair = page.getByRole('article', { name: 'Fair' })
  await expect.element(fair).toBeVisible()
  await expect.element(fair).not.toMatchTextContent('Past')
  vi.advanceTimersByTime(31_000)
  await expect.element(fair).toMatchTextContent('Past')
})

test('the dashboard no longer counts an event after the midnight of its day', async () => {
  startBeforeMidnight()
  await openPanel('/dashboard', TODAY_ALONE)
  await expect.element(page.getByText('Upcoming Events')).toBeVisible()
  const card = page.getByText('Upcoming Events').element().parentElement as HTMLElement
  await expect.element(card).toMatchTextContent(/Events1/)
  vi.advanceTimersByTime(31_000)
  await expect.element(card).toMatchTextContent(/Events0/)
})
