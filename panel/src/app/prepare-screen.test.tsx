import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../testing/backend.ts'
import { type Backend, openPanel, signedIn } from '../../testing/open-panel.tsx'
import { readCurrentAdmin } from '../session/fetch-current-admin.ts'
import { startSession } from '../session/session-state.ts'
import { mayOpenPath, requestScreenData } from './prepare-screen.ts'

const AT = '2026-03-01T06:00:00.000Z'
const DONATIONS = [{ _id: '7', donorName: 'Asha', amount: 100, createdAt: AT }]
const CALLS: Backend = {
  'GET /donate': [200, { data: DONATIONS, total: 1 }],
  'GET /donate?page=1&limit=10': [200, { data: DONATIONS, total: 1 }],
  'GET /donate?searchIn=donor&page=1&limit=10': [200, { data: DONATIONS, total: 1 }],
  'GET /donate/summary': [200, { data: { totalAmount: 100, monthAmount: 100, count: 1, uniqueDonors: 1 } }],
  'GET /donate/successful': [200, { data: DONATIONS }],
  'GET /donate/successful?limit=5': [200, { data: DONATIONS, totalAmount: 100 }],
  'GET /donate/fields': [200, { data: {} }],
  'GET /event': [200, []],
  'GET /admin': [200, []],
  'GET /admin/sessions': [200, []],
  'GET /galleryphoto/NursingHospital': [200, []],
  'GET /homevideo/getvideo': [200, []],
  'GET /message/getMessage': [200, []],
  'GET /message/getMessage?page=1&limit=10': [200, { data: [], total: 0 }],
}

/**
 * Opens a screen whose requests were sent early. Returns the early requests and those that the
 * screen sent itself, without `/admin/me`.
 */
async function openPrepared(path: string, level: number) {
  const backend = { ...CALLS, ...signedIn(['All'], { level }) }
  startSession() // an earlier test may have left a login that was never checked
  await respondWith(backend)
  const requests = vi.spyOn(window, 'fetch')
  const urls = () => requests.mock.calls.map(([address]) => String(address).split('/api')[1] ?? '')
  const data = (all: string[]) => all.filter((url) => url !== '' && url !== '/admin/me').sort()
  requestScreenData(path, { level })
  const early = urls()
  const panel = await openPanel(path, backend)
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => panel.queryClient.isFetching()).toBe(0)
  return { early: data(early), later: data(urls().slice(early.length)) }
}

const SCREENS: [path: string, level: number, requests: string[]][] = [
  ['/dashboard', 0, ['/admin', '/donate/successful', '/event']],
  ['/dashboard', 1, ['/admin', '/donate/successful?limit=5', '/event']],
  ['/donations', 0, ['/donate']],
  ['/Donations/', 1, ['/donate/summary', '/donate?page=1&limit=10']],
  ['/users', 0, ['/donate']],
  ['/users', 1, ['/donate?searchIn=donor&page=1&limit=10']],
  ['/nursing', 0, ['/galleryphoto/NursingHospital']],
  ['/home-video', 0, ['/homevideo/getvideo']],
  ['/events', 0, ['/event']],
  ['/message', 0, ['/message/getMessage']],
  ['/message', 1, ['/message/getMessage?page=1&limit=10']],
  ['/admin', 0, ['/admin']],
  ['/login-sessions', 0, ['/admin/sessions']],
]

test.each(SCREENS)('%s on level %i uses its early requests and sends no others', async (path, level, requests) => {
  expect(await openPrepared(path, level)).toEqual({ early: requests, later: [] })
})

test('permits only screens that the admin may open', () => {
  const holder = readCurrentAdmin({ username: 'seva', role: 'admin', sections: ['Gallery'] })
  expect(mayOpenPath('/Nursing', holder)).toBe(true)
  expect(mayOpenPath('/donations', holder)).toBe(false)
  expect(mayOpenPath('/no-such-page', holder)).toBe(false)
  expect(mayOpenPath('/Nursing', { ...holder, mustChangePassword: true })).toBe(false)
})
