import { expect } from '@playwright/test'
import type { DonationGroup, GroupSums } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import type { DonationSummary, MatchSummary } from '@sevadesk/contract/donations/donation-schemas.ts'
import type { DonorDetails } from '@sevadesk/contract/donors/donor-schemas.ts'
import type { CashBook, CashBookSummary } from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import type { DepositSlip, DepositSlipDetails } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { findDonor, type Office, send } from './office.ts'

/** Figures of the running product in the form of the independent program: paise are texts, ids are keys. */

const BOOKS_OF_LIST = 100
const sumsOf = ({ count, amount }: { count: number; amount: number }) => ({ count, paise: `${amount}` })

/** The books by day. `later`: those of the days on which the journey runs. */
export async function readBooks({ desks }: Office, runDays: readonly string[]) {
  const summaries = await send<CashBookSummary[]>(desks.meera, 'GET', `/cash-books?limit=${BOOKS_OF_LIST}`)
  expect(summaries.length).toBeLessThan(BOOKS_OF_LIST)
  const books: Record<string, unknown> = {}
  for (const { day, count, amount, cash } of summaries) {
    const book = await send<CashBook>(desks.ravi, 'GET', `/cash-book/${day}`)
    expect([book.count, book.amount, book.entries.length], `totals of ${day}`).toEqual([count, amount, count])
    books[runDays.includes(day) ? 'later' : day] = {
      ...{ ...sumsOf(book), cash: `${cash}`, carried: sumsOf(book.carried) },
      byMode: Object.fromEntries(book.byMode.map(({ mode, ...sum }) => [mode, sumsOf(sum)])),
      byPerson: Object.fromEntries(book.byPerson.map(({ name, ...sum }) => [name, sumsOf(sum)])),
    }
  }
  return books
}

/** The line of filtered figures. `more` of the query, such as `&dayOf=receipt`. */
export async function readMatches({ desks }: Office, { from, to }: { from: string; to: string }, more = '') {
  const path = `/donate/summary/matches?from=${from}&to=${to}${more}`
  const { count, successfulCount, successfulAmount } = await send<MatchSummary>(desks.ravi, 'GET', path)
  return { count, successfulCount, paise: `${successfulAmount}` }
}

export async function readCards({ desks }: Office) {
  const { count, successfulCount, totalAmount } = await send<DonationSummary>(desks.meera, 'GET', '/donate/summary')
  return { count, successfulCount, paise: `${totalAmount}` }
}

const GROUPINGS = ['month', 'purpose', 'institution', 'mode', 'collector'] as const

export async function readGroups(office: Office, { from, to }: { from: string; to: string }) {
  const keyOf = (ids: ReadonlyMap<string, string>) => new Map([...ids].map(([key, id]) => [id, key]))
  const keys = { purpose: keyOf(office.purposes), institution: keyOf(office.institutions) }
  const by: Record<string, unknown> = {}
  const totals: unknown[] = []
  for (const grouping of GROUPINGS) {
    const path = `/donate/groups?by=${grouping}&from=${from}&to=${to}`
    type Groups = { rows: DonationGroup[]; total: GroupSums }
    const { rows, total } = await send<Groups>(office.desks.meera, 'GET', path)
    const nameOf = (key: string) => ({ ...keys, mode: null, month: null, collector: null })[grouping]?.get(key) ?? key
    by[grouping] = Object.fromEntries(
      rows.map(({ key, ...sums }) => [key === null ? 'none' : nameOf(key), groupSums(sums)]),
    )
    totals.push(groupSums(total))
  }
  expect(totals, 'the total of each grouping').toEqual(totals.map(() => totals[0]))
  return { by, total: totals[0] }
}

function groupSums({ count, amount, inKind, otherCurrencies }: GroupSums) {
  expect(otherCurrencies).toEqual([])
  return { count, paise: `${amount}`, inKind }
}

/** What each donor gave in each financial year, by the donor's key. Merged donors have no record. */
export async function readDonors(office: Office, keys: readonly string[]) {
  const donors: Record<string, unknown> = {}
  for (const key of keys) {
    const { years } = await send<DonorDetails>(office.desks.ravi, 'GET', `/donors/${await findDonor(office, key)}`)
    donors[key] = Object.fromEntries(years.map(({ year, ...sum }) => [year, sumsOf(sum)]))
  }
  return donors
}

/** The deposit slips with the amounts of their gifts, by key. */
export async function readSlips({ desks, gifts }: Office) {
  const keys = new Map([...gifts].map(([key, id]) => [id, key]))
  const slips: object[] = []
  for (const { _id } of await send<DepositSlip[]>(desks.meera, 'GET', '/deposit-slips?limit=100')) {
    const slip = await send<DepositSlipDetails>(desks.ravi, 'GET', `/deposit-slips/${_id}`)
    const { depositedOn: day, slipNumber, bankAccount } = slip
    const amounts = slip.gifts.map((gift) => [keys.get(gift._id), `${gift.amount}`])
    slips.push({ day, slipNumber, bankAccount, ...sumsOf(slip), gifts: Object.fromEntries(amounts) })
  }
  return slips
}
