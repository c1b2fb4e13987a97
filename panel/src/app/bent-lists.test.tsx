import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Fields, listBends } from '../../testing/bends.ts'
import { expectSound, openBentPanel, SOON, watchFaults } from '../../testing/bent-panel.tsx'

interface BentList {
  path: string
  call: string
  /** One record, whole. */
  record: Fields
  failed: string
  /** Where a refusal has words of its own. */
  refused?: string
  empty: string
  /** The most records of a page; all, if not given. */
  perPage?: number
  /** Which of the records belong in the list. */
  belongs?: (record: Fields) => boolean
}

const AT = '2026-03-01T06:00:00.000Z'
const MEDIA = { _id: 'm1', title: 'Milk', description: 'Each morning', createdAt: AT }
const DONATION = {
  ...{
    _id: 'd1',
    donorName: 'Asha',
    donorEmail: 'asha@x.org',
    donorPhone: '+919812345678',
    amount: 5_100,
    currency: 'INR',
  },
  ...{ purpose: 'Gau Seva', localStatus: 'captured', createdAt: AT, updatedAt: AT },
  razorpay: { orderId: 'o1', paymentId: 'p1', signature: null },
  receipt: { token: 't1', expiresAt: AT },
}
const DONOR_LIST = { call: 'GET /donate', record: DONATION, perPage: 10 }

/** A role that is no text is none, and an account without one is in a list of admins an admin. */
const isAdmin = ({ role }: Fields) =>
  !['string', 'number'].includes(typeof role) || ['', 'admin'].includes(`${role}`.trim())

const LISTS: BentList[] = [
  {
    path: '/home-video',
    call: 'GET /homevideo/getvideo',
    record: { ...MEDIA, videoUrl: 'uploads/a.mp4' },
    failed: 'Failed to fetch videos',
    empty: 'No videos found.',
  },
  {
    path: '/eye-hospital',
    call: 'GET /galleryphoto/EyeHospital',
    record: { ...MEDIA, imageUrl: '/uploads/a.jpg', sectionName: 'EyeHospital' },
    failed: 'Failed to fetch photos',
    empty: 'No photos found.',
  },
  {
    path: '/events',
    call: 'GET /event',
    record: { ...MEDIA, imageUrl: 'uploads/a.jpg', image: 'uploads/b.jpg' },
    failed: 'Failed to fetch events',
    empty: 'No events found.',
  },
  { path: '/users', ...DONOR_LIST, failed: 'Failed to fetch users', empty: 'No records found.' },
  {
    path: '/donations',
    ...DONOR_LIST,
    failed: 'Failed to fetch donations.',
    empty: 'No donations found for this filter.',
  },
  {
    path: '/message',
    call: 'GET /message/getMessage',
    record: { _id: 'm1', name: 'Anil', email: 'anil@x.org', subject: 'Visit', message: 'On Sunday?', createdAt: AT },
    failed: 'Server error while fetching messages.',
    refused: 'Failed to load messages.',
    empty: 'No messages found.',
    perPage: 10,
  },
  {
    path: '/admin',
    call: 'GET /admin',
    record: {
      _id: 'a1',
      username: 'ramesh',
      email: 'r@x.org',
      role: 'admin',
      sections: ['Gallery', 'Reports'],
      createdAt: AT,
    },
    failed: 'Failed to fetch admins',
    empty: 'No admins found.',
    perPage: 10,
    belongs: isAdmin,
  },
  {
    path: '/login-sessions',
    call: 'GET /admin/sessions',
    record: {
      ...{
        _id: 's1',
        sessionId: 'x1',
        device: 'Chrome on Android',
        location: 'Pune',
        ip: '203.0.113.7',
        lastSeenAt: AT,
      },
      ...{ isActive: true, adminId: { username: 'seva', email: 's@x.org' } },
    },
    failed: 'Failed to fetch sessions',
    empty: 'No sessions found.',
    perPage: 10,
  },
]

let faults: string[]
beforeEach(() => {
  faults = watchFaults()
})
afterEach(() => vi.restoreAllMocks())

test.each(LISTS)(
  '$path shows what it can of any reply, and says where it can show nothing',
  { timeout: 60_000 },
  async (list) => {
    const { ask, container } = await openBentPanel(list.path, { [list.call]: [200, []] })
    const rows = () => container.querySelectorAll('main tbody > tr, main article').length
    for (const { name, outcome, records, reply } of listBends(list.record)) {
      await ask({ [list.call]: reply(records) })
      await vi.waitFor(() => expect(look(list, rows()), name).toEqual(expected(list, outcome, records)), SOON)
      try {
        expectSound(faults)
      } catch (error) {
        throw new Error(`${list.path}, ${name}`, { cause: error })
      }
    }
  },
)

interface Look {
  rows: number
  empty: boolean
  /** The failure as it stands where the list would be, and as a toast tells it. */
  failure: string | null
  toast: string | null
}

function look({ empty, failed, refused = failed }: BentList, rows: number): Look {
  const text = document.querySelector('main')?.textContent ?? ''
  const told = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join()
  const which = (place: string) => [refused, failed].find((words) => place.includes(words)) ?? null
  return { rows, empty: text.includes(empty), failure: which(text), toast: which(told) }
}

function expected(
  { failed, refused = failed, perPage = 1_000, belongs = () => true }: BentList,
  outcome: string,
  records: Fields[],
): Look {
  const rows = Math.min(records.filter(belongs).length, perPage)
  const failure = { error: failed, refused }[outcome] ?? null
  return { rows, empty: outcome === 'empty' || (outcome === 'records' && rows === 0), failure, toast: failure }
}
