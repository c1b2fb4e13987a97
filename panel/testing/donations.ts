import {
  filterDonations,
  sortDonations,
  summarize,
  summarizeMatches,
} from '@sevadesk/contract/donations/donation-figures.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { type Backend, signedIn } from './open-panel.tsx'

const CLOCK = () => ({ now: Date.now(), timeZone: 'Asia/Kolkata' })

export function donation(hoursAgo: number, fields: object = {}) {
  return {
    _id: `d${String(hoursAgo).padStart(4, '0')}`,
    donorName: `Donor ${hoursAgo}`,
    donorEmail: `donor${hoursAgo}@example.org`,
    donorPhone: null,
    amount: 10_000,
    currency: 'INR',
    purpose: 'Gau Seva',
    localStatus: 'captured',
    createdAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    ...fields,
  }
}

/** A backend with the specified calls only: all donations in one response. */
export function plainBackend(donations: readonly unknown[], more: Backend = {}): Backend {
  return { ...signedIn(['Donations', 'Dashboard']), 'GET /donate': [200, { success: true, data: donations }], ...more }
}

/**
 * A backend with paging. It responds without a filter and to each filter of `questions`, for pages
 * 1 to 3 and for a page beyond the last.
 */
export function pagedBackend(
  donations: readonly ReturnType<typeof donation>[],
  questions: (DonationFilter & { sort?: DonationSort })[] = [],
  more: Backend = {},
  capabilities = ['donations.paged', 'donations.statuses', 'trash'],
): Backend {
  const responses: Backend = {}
  const all: typeof questions = [{}, ...questions]
  for (const question of all) {
    const { sort, ...filter } = question
    const rows = filterDonations(sortDonations(donations, sort), filter, CLOCK())
    const matches = `GET /donate/summary/matches?${new URLSearchParams({ ...filter })}`
    responses[matches] = [200, { success: true, data: summarizeMatches(rows) }]
    const pages = Math.max(1, Math.ceil(rows.length / 10))
    for (const wanted of [1, 2, 3, 999_999_999]) {
      const page = Math.min(wanted, pages)
      const data = rows.slice((page - 1) * 10, page * 10)
      const query = new URLSearchParams({ ...question, page: String(wanted), limit: '10' })
      responses[`GET /donate?${query}`] = [200, { success: true, data, total: rows.length, isCapped: false, page }]
    }
  }
  return {
    ...signedIn(['Donations', 'Dashboard'], { capabilities }),
    'GET /donate/summary': [200, { success: true, data: summarize(donations, CLOCK()) }],
    ...responses,
    ...more,
  }
}

/** As `pagedBackend`, with any range of days, every order and single donations. */
export function rangesBackend(...[donations, questions, more]: Parameters<typeof pagedBackend>): Backend {
  const one = donations.map((row) => [`GET /donate/${row._id}`, [200, { success: true, data: row }]])
  const capabilities = ['donations.paged', 'donations.statuses', 'donations.ranges']
  return pagedBackend(donations, questions, { ...Object.fromEntries(one), ...more }, capabilities)
}
