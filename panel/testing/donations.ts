import {
  filterDonations,
  sortDonations,
  summarize,
  summarizeMatches,
} from '@sevadesk/contract/donations/donation-figures.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { DonationSort } from '@sevadesk/contract/donations/donation-sort.ts'
import { ok } from './backend.ts'
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
  return { ...signedIn(['Donations', 'Dashboard']), 'GET /donate': ok(donations), ...more }
}

/**
 * A backend of level 1. It responds without a filter and to each filter of `questions`, for pages
 * 1 to 3 and for a page beyond the last, and to a request for each donation.
 */
export function extendedBackend(
  donations: readonly ReturnType<typeof donation>[],
  questions: (DonationFilter & { sort?: DonationSort })[] = [],
  more: Backend = {},
): Backend {
  const responses: Backend = Object.fromEntries(donations.map((row) => [`GET /donate/${row._id}`, ok(row)]))
  const all: typeof questions = [{}, ...questions]
  for (const question of all) {
    const { sort, ...filter } = question
    const rows = filterDonations(sortDonations(donations, sort), filter, CLOCK())
    const matches = `GET /donate/summary/matches?${new URLSearchParams({ ...filter })}`
    responses[matches] = ok(summarizeMatches(rows))
    const pages = Math.max(1, Math.ceil(rows.length / 10))
    for (const wanted of [1, 2, 3, 999_999_999]) {
      const page = Math.min(wanted, pages)
      const data = rows.slice((page - 1) * 10, page * 10)
      const query = new URLSearchParams({ ...question, page: String(wanted), limit: '10' })
      responses[`GET /donate?${query}`] = [200, { success: true, data, total: rows.length, isCapped: false, page }]
    }
  }
  return {
    ...signedIn(['Donations', 'Dashboard'], { level: 1 }),
    'GET /donate/summary': [200, { success: true, data: summarize(donations, CLOCK()), heldPayments: 0 }],
    'GET /donate/held?page=1&limit=100': [200, { success: true, data: [], total: 0, page: 1 }],
    'GET /donate/fields': ok({ purposes: [], institutions: [], modes: [], collectors: [] }),
    ...responses,
    ...more,
  }
}
