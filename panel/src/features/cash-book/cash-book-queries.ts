import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { BOOK_ENTRIES_PER_PAGE, closeCashBook, getCashBook, listCashBooks } from '@sevadesk/contract/gifts/cash-book.ts'
import type { CashBook as Book, CashBookSummary } from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import {
  addDepositSlip,
  cancelDepositSlip,
  getDepositSlip,
  listDepositSlips,
  listGiftsToDeposit,
} from '@sevadesk/contract/gifts/deposit-slip.ts'
import type { DepositGift, DepositSlip, DepositSlipDetails } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { dataOf } from '../../api/read-response.ts'
import { DONATIONS_KEY } from '../../queries/query-keys.ts'
import { tablePage, toPage } from '../../queries/table-page.ts'
import { useIdempotency } from '../../queries/use-idempotency.ts'
import { useReload } from '../../queries/use-send-draft.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'

const DEPOSITS_KEY = ['deposits']
export const GIFTS_PER_PAGE = 50
export const SLIPS_PER_PAGE = 25

const CASH_BOOK_KEY = ['cash-book']

export const BOOKS_PER_PAGE = 25

/** A page of a day's book; `page` counts from 1. */
export function useCashBook(day: string, page: number) {
  return useQuery({
    queryKey: [...CASH_BOOK_KEY, 'day', day, page],
    queryFn: ({ signal }) => fetchCashBook(day, page, signal),
    // Other desks enter gifts at any time.
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the cash book` },
  })
}

async function fetchCashBook(day: string, page: number, signal?: AbortSignal): Promise<CashBook> {
  const input = { params: { day }, querystring: { page: String(page) } }
  const response = await call(getCashBook, input, signal && { signal })
  return { ...dataOf(response), page: response.page ?? page }
}

/** Loads all entries of a day, for printing. Fails if entries are added at the same time, which is rare. */
export function useWholeBook() {
  return useMutation({
    mutationFn: async (day: string): Promise<CashBook> => {
      const entries: CashBook['entries'] = []
      for (let page = 1; ; page += 1) {
        const book = await fetchCashBook(day, page)
        entries.push(...book.entries)
        if (entries.length === book.count) return { ...book, entries }
        const isLast = page * BOOK_ENTRIES_PER_PAGE >= book.count
        if (isLast || entries.length > book.count) throw new ApiError({ kind: 'bad-response', status: 200 })
      }
    },
    meta: { errorMessage: msg`Failed to load the cash book` },
  })
}

/** A day with entries, which its day names. */
export type BookDay = CashBookSummary & { id: string }

/** A page of the days that have entries, the newest first. */
export function useCashBooks(page: number): TablePage<BookDay> {
  const books = useQuery({
    queryKey: [...CASH_BOOK_KEY, 'days', page],
    queryFn: async ({ signal }) => {
      const querystring = { page: String(page), limit: String(BOOKS_PER_PAGE) }
      const { rows, ...others } = toPage(await call(listCashBooks, { querystring }, { signal }))
      return { ...others, rows: rows.map((book) => ({ ...book, id: book.day })) }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the cash books` },
  })
  return tablePage(books, books.data)
}

export function useCloseDay() {
  return useChange(CASH_BOOK_KEY, (day) => call(closeCashBook, { params: { day } }), {
    errorMessage: msg`Failed to close the day`,
    successMessage: msg`The day is closed`,
  })
}

/**
 * Changes a day or a slip. This changes what may be done with donations, so the result shows only
 * after their lists have loaded again.
 */
function useChange(
  queryKey: QueryKey,
  change: (id: string) => Promise<unknown>,
  words: { errorMessage: MessageDescriptor; successMessage: MessageDescriptor },
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      // The response is dropped. Else its English message would replace `successMessage`.
      await change(id)
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: DONATIONS_KEY })
      return queryClient.invalidateQueries({ queryKey })
    },
    meta: { ...words, preferServerMessage: true },
  })
}

/** A page of a day's entries, and the totals of the whole day. */
export interface CashBook extends Book {
  page: number
}

/** Null while the day is open. */
export type Closing = CashBookSummary['closing']

export type Sum = Pick<CashBookSummary, 'count' | 'amount'>

/** A page of the gifts that are not deposited yet, the oldest first. */
export function useGiftsToDeposit(page: number): TablePage<DepositGift> {
  const gifts = useQuery({
    queryKey: [...DEPOSITS_KEY, 'open', page],
    queryFn: async ({ signal }) => {
      const querystring = { page: String(page), limit: String(GIFTS_PER_PAGE) }
      return toPage(await call(listGiftsToDeposit, { querystring }, { signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the gifts` },
  })
  return tablePage(gifts, gifts.data)
}

/** A page of the deposit slips, the newest first. */
export function useDepositSlips(page: number): TablePage<DepositSlip> {
  const slips = useQuery({
    queryKey: [...DEPOSITS_KEY, 'slips', page],
    queryFn: async ({ signal }) => {
      const querystring = { page: String(page), limit: String(SLIPS_PER_PAGE) }
      return toPage(await call(listDepositSlips, { querystring }, { signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the deposit slips` },
  })
  return tablePage(slips, slips.data)
}

/** The bank account of the last slip that is not cancelled; empty for none, undefined while it loads. */
export function useLastAccount(): string | undefined {
  const { rows = [], isPending } = useDepositSlips(1)
  if (isPending) return undefined
  const valid = rows.filter(({ cancelledAt }) => cancelledAt === null)
  return [...valid].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0]?.bankAccount ?? ''
}

export function useDepositSlip(id: string) {
  return useQuery({
    queryKey: [...DEPOSITS_KEY, 'slip', id],
    queryFn: async ({ signal }) => dataOf(await call(getDepositSlip, { params: { id } }, { signal })),
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the deposit slip` },
  })
}

interface NewSlip {
  giftIds: string[]
  /** Paise, of all gifts as they are shown. */
  amount: number
  depositedOn: string
  slipNumber: string
  bankAccount: string
}

/** Resolves to the slip. */
export function useAddSlip(): (slip: NewSlip) => Promise<DepositSlipDetails> {
  const sendOnce = useIdempotency()
  const adding = useMutation({
    mutationFn: async (content: NewSlip) =>
      dataOf(await sendOnce({ record: 'new', content }, (key) => call(addDepositSlip, { body: content }, { key }))),
    onSettled: useReload(DEPOSITS_KEY, DONATIONS_KEY),
    meta: { errorMessage: msg`Failed to save the deposit`, successMessage: msg`Marked as deposited` },
  })
  return adding.mutateAsync
}

export function useCancelSlip() {
  return useChange(DEPOSITS_KEY, (id) => call(cancelDepositSlip, { params: { id } }), {
    errorMessage: msg`Failed to cancel the deposit slip`,
    successMessage: msg`The deposit slip is cancelled`,
  })
}

export interface DepositDraft {
  id?: undefined
  /** As typed. */
  depositedOn: string
  slipNumber: string
  bankAccount: string
}

/** Returns the sent gifts that can be deposited, from a refusal; undefined for any other error. */
export function depositableGifts(error: unknown): DepositGift[] | undefined {
  return error instanceof ApiError ? (error.current as { gifts?: DepositGift[] } | undefined)?.gifts : undefined
}
