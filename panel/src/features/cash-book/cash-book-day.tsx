import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { FIRST_DAY, LAST_DAY } from '@sevadesk/contract/donations/period.ts'
import { BOOK_ENTRIES_PER_PAGE } from '@sevadesk/contract/gifts/cash-book.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import Lock from '~icons/lucide/lock'
import Printer from '~icons/lucide/printer'
import { useListAddress } from '../../address/use-list-address.ts'
import { useTodayDate } from '../../queries/use-today.ts'
import { useMayInDonations } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { DayField } from '../../ui/dates/date-input.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../ui/feedback/error-state.tsx'
import { formatDate, formatDay } from '../../ui/format/date-time.tsx'
import { formatMoney } from '../../ui/format/money.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { PageHeader, pageHeading } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/table/data-table.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { BookState } from './book-state.tsx'
import { useBookColumns } from './cash-book-columns.tsx'
import styles from './cash-book-day.module.css'
import { type CashBook, useCashBook, useCloseDay, useWholeBook } from './cash-book-queries.ts'
import { CashBookTotals } from './cash-book-totals.tsx'
import { neighbourOf, useBookDay } from './use-book-day.ts'

/** Entries for which a printed page has rows of the usual height. */
const ROOMY_ENTRIES = 24

/** Entries that may fit on one printed page with the totals. */
const PAGE_ENTRIES = 44

/** The entries of a day with their totals, for signing. */
export function CashBookDay() {
  const { t, i18n } = useLingui()
  const { trustName } = useTrust()
  const today = useTodayDate()
  const [day, showDay] = useBookDay(today)
  const address = useListAddress()
  const book = useCashBook(day, address.page)
  const closing = useCloseDay()
  const { confirm } = useConfirm()
  const printing = usePrinting(book.data)
  const columns = useBookColumns(day)
  const name = formatDay(day, i18n.locale)
  const isCloser = useMayInDonations('close')
  const mayClose = isCloser && book.data !== undefined && !book.data.closing && day <= today

  async function close() {
    // Other desks may have entered gifts since the book was shown.
    const { data, isError } = await book.refetch()
    if (!data || isError) return
    const total = formatMoney(data.amount, 'INR', i18n.locale)
    const isConfirmed = await confirm({
      title: t`Close the day ${name}?`,
      detail: t`${plural(data.count, { one: '# entry', other: '# entries' })}, total ${total}`,
      text: t`The books of this day and of all earlier days are closed for good: nothing in them changes any more. What is entered or corrected for them later stands in the first open day and says so.`,
      hint: day === today ? t`Gifts that come later today go into the book of the next open day.` : undefined,
      confirmLabel: t`Close the day`,
    })
    if (!isConfirmed || closing.isPending) return
    await closing.mutateAsync(day).catch(() => undefined)
    pageHeading()?.focus()
  }

  return (
    <div className={styles.sheet}>
      <p className={styles.trust}>{trustName}</p>
      <PageHeader
        title={t`Cash book`}
        purpose={
          <span data-print="no">{t`All gifts that were entered by hand, day by day, for counting and signing.`}</span>
        }
        action={
          <>
            {book.data && book.data.count > 0 && (
              <Button
                icon={<Printer aria-hidden="true" />}
                isPending={printing.isLoading}
                onClick={() => void printing.printBook()}
              >
                {t`Print`}
              </Button>
            )}
            {mayClose && (
              <Button
                variant="primary"
                icon={<Lock aria-hidden="true" />}
                isPending={closing.isPending}
                onClick={() => void close()}
              >
                {t`Close the day`}
              </Button>
            )}
          </>
        }
      />
      <DayBar day={day} today={today} onChange={showDay} />
      <QueryState query={book} loading={t`Loading the cash book...`} failed={t`Failed to load the cash book`}>
        <DataTableSkeleton columns={columns} count={6} />
      </QueryState>
      {printing.book && <Book book={printing.book} columns={columns} onPageChange={address.setPage} />}
    </div>
  )
}

interface BookProps {
  book: CashBook
  columns: ReturnType<typeof useBookColumns>
  onPageChange: (page: number) => void
}

function Book({ book, columns, onPageChange }: BookProps) {
  const { t } = useLingui()
  const { day, entries, count, page, closing } = book
  const state = <BookState closing={closing} day={day} />
  if (count === 0) {
    return (
      <>
        {state}
        <EmptyState
          picture={<LedgerPicture />}
          title={t`Nothing was entered for this day.`}
          text={t`Gifts that are entered by hand stand here at once.`}
        />
      </>
    )
  }
  return (
    <div
      className={styles.book}
      data-compact={entries.length > ROOMY_ENTRIES || undefined}
      data-part={entries.length < count || undefined}
    >
      {state}
      {entries.length < count && <p className={styles.part}>{t`These are not all entries: use the button “Print”.`}</p>}
      {entries.length === count && count > PAGE_ENTRIES && (
        <p className={styles.long}>{t`The totals and signatures are on the last page.`}</p>
      )}
      <div className={styles.entries}>
        <DataTable label={t`Entries`} columns={columns} rows={entries} />
      </div>
      {entries.length < count && (
        <Pager page={page} total={count} isCapped={false} perPage={BOOK_ENTRIES_PER_PAGE} onPageChange={onPageChange} />
      )}
      <div className={styles.summary}>
        <CashBookTotals book={book} />
        <div className={styles.signing}>
          {[t`Counted by`, t`Checked by`].map((label) => (
            <p key={label}>{label}</p>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Prints all entries of a book. `book` is the one to show: the whole one while it is printed. */
function usePrinting(page: CashBook | undefined) {
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

interface DayBarProps {
  day: string
  today: string
  onChange: (day: string) => void
}

/** Names the day, and leads to another one. */
function DayBar({ day, today, onChange }: DayBarProps) {
  const { t, i18n } = useLingui()
  return (
    <div className={styles.bar}>
      <h2 className={styles.day} aria-live="polite">
        {formatDate(`${day}T00:00:00Z`, 'long-date', 'UTC', i18n.locale)}
      </h2>
      <div className={styles.tools} data-print="no">
        <IconButton
          label={t`Previous day`}
          icon={<ChevronLeft aria-hidden="true" />}
          disabled={day <= FIRST_DAY}
          onClick={() => onChange(neighbourOf(day, -1))}
        />
        <div className={styles.field}>
          <DayField name="day" label={t`Day`} day={day} onChange={onChange} />
        </div>
        <IconButton
          label={t`Next day`}
          icon={<ChevronRight aria-hidden="true" />}
          disabled={day >= LAST_DAY}
          onClick={() => onChange(neighbourOf(day, 1))}
        />
        <Button disabled={day === today} onClick={() => onChange(today)}>
          {t`Today`}
        </Button>
      </div>
    </div>
  )
}
