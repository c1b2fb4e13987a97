import { BOOK_ENTRIES_PER_PAGE } from '@sevadesk/contract/gifts/cash-book.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { CashBook } from './cash-book.ts'
import { useWholeBook } from './cash-book-queries.ts'

/** Prints all entries of a book. `book` is the one to show: the whole one while it is printed. */
export function usePrinting(page: CashBook | undefined) {
  const [whole, setWhole] = useState<CashBook>()
  const loading = useWholeBook()

  async function printBook() {
    if (!page || page.count <= BOOK_ENTRIES_PER_PAGE) return print()
    if (loading.isPending) return
    const loaded = await loading.mutateAsync(page.day).catch(() => undefined)
    if (!loaded) return
    flushSync(() => setWhole(loaded))
    addEventListener('afterprint', () => setWhole(undefined), { once: true })
    print()
  }

  return {
    book: whole?.day === page?.day ? (whole ?? page) : page,
    printBook,
    isLoading: loading.isPending,
  }
}
