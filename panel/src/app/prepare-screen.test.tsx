import { MESSAGES_PAGED } from '@sevadesk/contract/content/message.ts'
import { DONATIONS_PAGED } from '@sevadesk/contract/donations/donation.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../testing/backend.ts'
import { type Backend, openPanel, signedIn } from '../../testing/open-panel.tsx'
import { readCurrentAdmin } from '../session/fetch-current-admin.ts'
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
  'GET /event': [200, []],
  'GET /admin': [200, []],
  'GET /admin/sessions': [200, []],
  'GET /galleryphoto/NursingHospital': [200, []],
  'GET /homevideo/getvideo': [200, []],
  'GET /message/getMessage': [200, []],
  'GET /message/getMessage?page=1&limit=10': [200, { data: [], total: 0 }],
}

afterEach(() => vi.restoreAllMocks())

/**
 * Opens a screen whose requests were sent early. Returns the early requests and those that the
 * screen sent itself, without `/admin/me`.
 */
async function openPrepared(path: string, capabilities: string[]) {
  const backend = { ...CALLS, ...signedIn(['All'], { capabilities }) }
  await respondWith(backend)
  const requests = vi.spyOn(window, 'fetch')
  const urls = () => requests.mock.calls.map(([address]) => String(address).split('/api')[1] ?? '')
  const data = (all: string[]) => all.filter((url) => url !== '' && url !== '/admin/me').sort()
  requestScreenData(path, capabilities)
  const early = urls()
  const panel = await openPanel(path, backend)
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => panel.queryClient.isFetching()).toBe(0)
  return { early: data(early), later: data(urls().slice(early.length)) }
}

const SCREENS: [path: string, capabilities: string[], requests: string[]][] = [
  ['/dashboard', [], ['/admin', '/donate/successful', '/event']],
  ['/dashboard', [DONATIONS_PAGED], ['/admin', '/donate/successful?limit=5', '/event']],
  ['/donations', [], ['/donate']],
  ['/Donations/', [DONATIONS_PAGED], ['/donate/summary', '/donate?page=1&limit=10']],
  ['/users', [], ['/donate']],
  ['/users', [DONATIONS_PAGED], ['/donate?searchIn=donor&page=1&limit=10']],
  ['/nursing', [], ['/galleryphoto/NursingHospital']],
  ['/home-video', [], ['/homevideo/getvideo']],
  ['/events', [], ['/event']],
  ['/message', [], ['/message/getMessage']],
  ['/message', [MESSAGES_PAGED], ['/message/getMessage?page=1&limit=10']],
  ['/admin', [], ['/admin']],
  ['/login-sessions', [], ['/admin/sessions']],
]

test.each(SCREENS)(
  '%s with capabilities %j uses its early requests and sends no others',
  async (path, capabilities, requests) => {
    expect(await openPrepared(path, capabilities)).toEqual({ early: requests, later: [] })
  },
)

test('permits only screens that the admin may open', () => {
  const holder = readCurrentAdmin({ username: 'seva', role: 'admin', sections: ['Gallery'] })
  expect(mayOpenPath('/Nursing', holder)).toBe(true)
  expect(mayOpenPath('/donations', holder)).toBe(false)
  expect(mayOpenPath('/no-such-page', holder)).toBe(false)
  expect(mayOpenPath('/Nursing', { ...holder, mustChangePassword: true })).toBe(false)
})
