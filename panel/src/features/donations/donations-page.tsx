import { Trans, useLingui } from '@lingui/react/macro'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { useLinkProps, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import ArchiveRestore from '~icons/lucide/archive-restore'
import Plus from '~icons/lucide/plus'
import { useChoice, useRowsPerPage } from '../../address/use-address-values.ts'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { useOpenRecord } from '../../address/use-open-record.ts'
import { useIsExtended, useMayInDonations } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorLine } from '../../ui/feedback/error-state.tsx'
import { Count, Money } from '../../ui/format/money.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PageTab } from '../../ui/layout/page-tab.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { DataTablePages, type TablePage } from '../../ui/table/data-table-pages.tsx'
import { DonationDialog } from './details/donation-details.tsx'
import styles from './donations-page.module.css'
import { ExportButton } from './exports/export-button.tsx'
import { DonationFilters } from './filters/donation-filters.tsx'
import {
  type DonationView,
  useDayOfAddress,
  useFieldAddress,
  useRangeAddress,
  useSortAddress,
  useViewAddress,
} from './filters/use-donation-address.ts'
import { useFieldChoices } from './groups/donation-group-queries.ts'
import { HeldPayments } from './held-payments/held-payments.tsx'
import { ColumnChoice, useShownColumns } from './list/column-choice.tsx'
import { useDonationColumns } from './list/donation-columns.tsx'
import {
  type Donation,
  type MatchFigures,
  useDonationSummary,
  useDonations,
  useMatchFigures,
  useStatusFilters,
} from './list/donation-queries.ts'
import { PrintButton } from './list/print-button.tsx'
import { SummaryCards } from './list/summary-cards.tsx'

/** After a script failed to load, browsers load it again only with the page. */
const DonationReports = lazy(() =>
  import('./groups/donation-reports.tsx')
    .then(({ DonationReports: loaded }) => ({ default: loaded }))
    .catch(() => ({ default: MissingReports })),
)

export function DonationsPage() {
  const { t } = useLingui()
  const address = useListAddress()
  const { text, setText, page, setPage } = address
  const { period, days, range, isInvalid, setPeriod, setDays } = useRangeAddress()
  const [status, setStatus] = useChoice('status', useStatusFilters())
  const [sort, setSort] = useSortAddress()
  const [fields, setField] = useFieldAddress()
  const [view, setView] = useViewAddress()
  const [dayOf, setDayOf] = useDayOfAddress()
  const opened = useOpenRecord()
  const allColumns = useDonationColumns({ onOpen: ({ id }) => opened.open(id), sort, onSort: setSort })
  const shownColumns = useShownColumns(allColumns)
  const searchField = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const filter = { search: text, status, ...range, ...fields, ...(dayOf === 'receipt' && { dayOf }) }
  const isNarrowed =
    text !== '' || days !== undefined || period !== 'all' || status !== 'all' || Object.keys(fields).length > 0
  const perPage = useRowsPerPage()
  const isExtended = useIsExtended()
  const mayEnter = useMayInDonations('enter')
  const mayExport = useMayInDonations('export')
  const isGrouped = view !== 'list'
  const hasPurposes = useFieldChoices().purpose.length > 0
  const searchHints = [
    isExtended && t`You can also search for a receipt number, a payment ID or an amount.`,
    hasPurposes &&
      t`Search finds the purpose as written with the donation. To search by a purpose under Lists, use the filter “Purpose”.`,
  ].filter(Boolean)
  const listing = { ...filter, sort, page, perPage }
  const list = useDonations(listing)
  const [printed, setPrinted] = useState<readonly Donation[]>()

  useShownPage(address, list)

  // "Show all donations" disappears with the empty state, so focus moves to the search field.
  function showAll() {
    searchField.current?.focus()
    setText('')
    const keepView = ({ rows, sort: order }: Record<string, unknown>) => ({ rows, sort: order })
    void navigate({ to: '.', search: keepView, replace: true, resetScroll: false })
  }

  return (
    <>
      <PageHeader
        title={t`Donations Management`}
        purpose={t`Donations to the trust, with their receipts.`}
        action={
          <>
            {isExtended && mayEnter && <EntryLink />}
            {mayExport && <ExportButton query={{ ...filter, ...(isGrouped && { dayOf: 'receipt' }), sort }} />}
          </>
        }
        tabs={
          isExtended && (
            <>
              <ViewTabs isGrouped={isGrouped} />
              <HeldPayments />
            </>
          )
        }
      />
      <SummaryCards isListHere={list.rows !== undefined} />
      <DonationFilters
        searchRef={searchField}
        text={text}
        onTextChange={setText}
        period={period}
        days={days}
        onPeriodChange={setPeriod}
        onDaysChange={setDays}
        status={status}
        onStatusChange={setStatus}
        sort={sort}
        onSortChange={setSort}
        fields={fields}
        onFieldChange={setField}
        dayOf={dayOf}
        onDayOfChange={setDayOf}
        isGrouped={isGrouped}
        columnChoice={
          <>
            <ColumnChoice columns={allColumns} />
            <p>
              <PrintButton listing={listing} list={list} onRows={setPrinted} />
            </p>
          </>
        }
      />
      {isInvalid && <ErrorLine>{t`The dates in the address are not valid, so they are not used.`}</ErrorLine>}
      {view === 'list' ? (
        <>
          <MatchLine filter={isNarrowed ? filter : undefined} list={list} />
          <DataTablePages
            labels={{
              table: t`Donations`,
              loading: t`Loading donations...`,
              fetchFailed: t`Failed to fetch donations.`,
            }}
            columns={isExtended ? shownColumns : allColumns}
            list={printed ? { ...list, rows: printed } : list}
            perPage={perPage}
            onPageChange={setPage}
            empty={
              <EmptyState
                picture={<LedgerPicture />}
                title={t`No donations found for this filter.`}
                text={text !== '' && searchHints.join(' ')}
                action={isNarrowed && <Button onClick={showAll}>{t`Show all donations`}</Button>}
              />
            }
          />
        </>
      ) : (
        <Suspense fallback={<p role="status">{t`Loading...`}</p>}>
          <DonationReports by={view} onGroup={setView} filter={filter} />
        </Suspense>
      )}
      {isExtended && (
        <p className={styles.deleted}>
          <Button
            variant="quiet"
            icon={<ArchiveRestore aria-hidden="true" />}
            onClick={() => void navigate({ to: '/trash', search: { kind: 'donation' } })}
          >
            {t`Deleted donations`}
          </Button>
        </p>
      )}
      {opened.id !== undefined && <DonationDialog id={opened.id} rows={list.rows} onClose={opened.close} />}
    </>
  )
}

function MissingReports() {
  const { t } = useLingui()
  return <ErrorLine>{t`Could not load the reports. Reload the page.`}</ErrorLine>
}

/** The list, and its sums by groups. */
function ViewTabs({ isGrouped }: { isGrouped: boolean }) {
  const { t } = useLingui()
  const searchOf = (group?: DonationView) => (others: object) => ({ ...others, group, page: undefined })
  const list = useLinkProps({ to: '.', search: searchOf() })
  const reports = useLinkProps({ to: '.', search: searchOf('month') })
  return (
    <nav aria-label={t`Views of donations`}>
      <PageTab href={list.href ?? ''} onClick={list.onClick} isCurrent={!isGrouped}>
        {t({ message: 'List', context: 'of donations' })}
      </PageTab>
      <PageTab href={reports.href ?? ''} onClick={reports.onClick} isCurrent={isGrouped}>
        {t`Reports`}
      </PageTab>
    </nav>
  )
}

/** Opens the form of gifts that did not come by Razorpay. */
function EntryLink() {
  const { t } = useLingui()
  const { href = '', onClick } = useLinkProps({ to: '/donations/new' })
  return (
    <ButtonLink variant="primary" href={href} onClick={onClick} icon={<Plus aria-hidden="true" />}>
      {t`Enter a gift`}
    </ButtonLink>
  )
}

interface MatchLineProps {
  /** Undefined for the whole list. */
  filter: DonationFilter | undefined
  list: TablePage<Donation>
}

/** How many donations the list has, how many of them are successful, and their sum. */
function MatchLine({ filter, list }: MatchLineProps) {
  const { rows, isOutdated } = list
  const { figures: all } = useDonationSummary()
  // The cards have the figures of the whole list.
  const isInCards = useIsExtended() && filter === undefined
  const isWhole = isInCards && all?.successfulCount !== undefined
  const total = isWhole ? all.count : list.total
  const isCapped = !isWhole && list.isCapped
  // Waits for the list, so that typing does not request figures at each key.
  const isWanted = !isInCards && rows !== undefined && !isOutdated && !isCapped && total > 0
  const matches = useMatchFigures(filter ?? {}, isWanted)
  const figures = isWhole
    ? { successfulCount: all.successfulCount ?? null, successfulAmount: all.totalAmount }
    : matches
  if (rows && total === 0) return null
  return <p className={styles.matches}>{rows && <Figures total={total} isCapped={isCapped} figures={figures} />}</p>
}

interface FiguresProps {
  total: number
  isCapped: boolean
  figures: MatchFigures | undefined
}

function Figures({ total, isCapped, figures }: FiguresProps) {
  if (isCapped) {
    return (
      <Trans>
        More than <Count value={total} /> found
      </Trans>
    )
  }
  if (typeof figures?.successfulCount !== 'number') {
    return (
      <Trans>
        <Count value={total} /> found
      </Trans>
    )
  }
  return (
    <Trans>
      <Count value={total} /> found, <Count value={figures.successfulCount} /> successful:{' '}
      <Money amount={figures.successfulAmount} />
    </Trans>
  )
}
