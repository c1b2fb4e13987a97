import { expect, vi } from 'vitest'
import { expectNoRawValues, openMalformedPanel, WAIT_OPTIONS, watchConsole } from './malformed-panel.tsx'
import { type Fields, listResponses } from './malformed-responses.ts'
import { type Backend, SUPERADMIN } from './open-panel.tsx'

export interface ListPage {
  path: string
  call: string
  /** One valid record. */
  record: Fields
  failed: string
  /** The error for `success: false`, if it differs from `failed`. */
  refused?: string
  empty: string
  /** Records per page. Default: all. */
  perPage?: number
  /**
   * Whether every malformed body is tried. All lists share the code that reads bodies, so a sample
   * is enough for the rest.
   */
  isComplete?: boolean
  /** Whether a record belongs in the list. */
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

/** An account without a readable role counts as an admin. */
const isAdmin = ({ role }: Fields) =>
  !['string', 'number'].includes(typeof role) || ['', 'admin'].includes(`${role}`.trim())

export const LISTS: ListPage[] = [
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
    isComplete: true,
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

const SAMPLE = ['data: null', 'an empty object', 'a web page', 'a refusal under 200']

/**
 * Opens a list page whose backend returns malformed responses. Expects the page to show every
 * readable record, or an error, and never a raw value.
 */
export async function expectReadableRecords(list: ListPage): Promise<void> {
  const consoleErrors = watchConsole()
  const responses = { [list.call]: [200, []] } satisfies Backend
  const { refetch, container } = await openMalformedPanel(list.path, responses, SUPERADMIN)
  const rows = () => container.querySelectorAll('main tbody > tr, main article').length
  for (const { name, outcome, records, reply } of listResponses(list.record)) {
    if (!list.isComplete && outcome !== 'records' && !SAMPLE.includes(name)) continue
    await refetch({ [list.call]: reply(records) })
    await vi.waitFor(() => expect(readPage(list, rows()), name).toEqual(expected(list, outcome, records)), WAIT_OPTIONS)
    try {
      expectNoRawValues(consoleErrors)
    } catch (error) {
      throw new Error(`${list.path}, ${name}`, { cause: error })
    }
  }
}

interface PageState {
  rows: number
  empty: boolean
  /** The error text in place of the list, and in a toast. */
  failure: string | null
  toast: string | null
}

function readPage({ empty, failed, refused = failed }: ListPage, rows: number): PageState {
  const text = document.querySelector('main')?.textContent ?? ''
  const toasts = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join()
  const which = (place: string) => [refused, failed].find((words) => place.includes(words)) ?? null
  return { rows, empty: text.includes(empty), failure: which(text), toast: which(toasts) }
}

function expected(
  { failed, refused = failed, perPage = 1_000, belongs = () => true }: ListPage,
  outcome: string,
  records: Fields[],
): PageState {
  const rows = Math.min(records.filter(belongs).length, perPage)
  const failure = { error: failed, refused }[outcome] ?? null
  return { rows, empty: outcome === 'empty' || (outcome === 'records' && rows === 0), failure, toast: failure }
}
