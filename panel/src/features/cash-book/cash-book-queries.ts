import { msg } from '@lingui/core/macro'
import { BOOK_ENTRIES_PER_PAGE, closeCashBook, getCashBook, listCashBooks } from '@sevadesk/contract/gifts/cash-book.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { readPage, tablePage } from '../../queries/table-page.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'
import { type BookDay, type CashBook, readBookDay, readCashBook } from './cash-book.ts'

const CASH_BOOK_KEY = ['cash-book']

export const BOOKS_PER_PAGE = 25

/** A page of a day's book; `page` counts from 1. */
export function useCashBook(day: string, page: number) {
  return useQuery({
    queryKey: [...CASH_BOOK_KEY, 'day', day, page],
    queryFn: async ({ signal }) =>
      readCashBook(await call(getCashBook, { params: { day }, querystring: { page: String(page) } }, { signal })),
    // Other desks enter gifts at any time.
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the cash book` },
  })
}

/** Loads all entries of a day, for printing. Fails if entries are added at the same time, which is rare. */
export function useWholeBook() {
  return useMutation({
    mutationFn: async (day: string): Promise<CashBook> => {
      const entries: CashBook['entries'] = []
      for (let page = 1; ; page += 1) {
        const book = readCashBook(await call(getCashBook, { params: { day }, querystring: { page: String(page) } }))
        entries.push(...book.entries)
        if (entries.length === book.count) return { ...book, entries }
        const isLast = page * BOOK_ENTRIES_PER_PAGE >= book.count
        if (isLast || entries.length > book.count) throw new ApiError({ kind: 'bad-response', status: 200 })
      }
    },
    meta: { errorMessage: msg`Failed to load the cash book` },
  })
}

/** A page of the days that have entries, the newest first. */
export function useCashBooks(page: number): TablePage<BookDay> {
  const books = useQuery({
    queryKey: [...CASH_BOOK_KEY, 'days', page],
    queryFn: async ({ signal }) => {
      const querystring = { page: String(page), limit: String(BOOKS_PER_PAGE) }
      return readPage(await call(listCashBooks, { querystring }, { signal }), page, readBookDay)
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the cash books` },
  })
  return tablePage(books, books.data)
}

export function useCloseDay() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (day: string) => {
      await call(closeCashBook, { params: { day } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: CASH_BOOK_KEY }),
    meta: {
      errorMessage: msg`Failed to close the day`,
      preferServerMessage: true,
      successMessage: msg`The day is closed`,
    },
  })
}
