import { useLingui } from '@lingui/react/macro'
import { PERIODS } from '@sevadesk/contract/period.ts'
import { TRASH } from '@sevadesk/contract/trash.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import ArchiveRestore from '~icons/lucide/archive-restore'
import { useChoice } from '../../address/use-choice.ts'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { useRowsPerPage } from '../../address/use-rows-per-page.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { ListProgress } from '../../ui/table/list-progress.tsx'
import { useDonationColumns } from './donation-columns.tsx'
import { DonationDetails } from './donation-details.tsx'
import { DonationFilters } from './donation-filters.tsx'
import { type Donation, useDonations, useFindsReceipts, useStatusFilters } from './donation-queries.ts'
import styles from './donations-page.module.css'
import { ExportButton } from './export-button.tsx'
import { HeldPayments } from './held-payments.tsx'
import { MatchLine } from './match-line.tsx'
import { SummaryCards } from './summary-cards.tsx'

export function DonationsPage() {
  const { t } = useLingui()
  const address = useListAddress()
  const { text, setText, page, setPage } = address
  const [period, setPeriod] = useChoice('period', PERIODS)
  const [status, setStatus] = useChoice('status', useStatusFilters())
  const [opened, setOpened] = useState<Donation>()
  const columns = useDonationColumns(setOpened)
  const searchField = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const hasTrash = useMe()?.capabilities.includes(TRASH)
  const filter = { search: text, period, status }
  const isNarrowed = text !== '' || period !== 'all' || status !== 'all'
  const perPage = useRowsPerPage()
  const findsReceipts = useFindsReceipts()
  const list = useDonations({ ...filter, page, perPage })

  useShownPage(address, list)

  // "Show all donations" disappears with the empty state, so focus moves to the search field.
  function showAll() {
    searchField.current?.focus()
    setText('')
    const keepRows = ({ rows }: Record<string, unknown>) => ({ rows })
    void navigate({ to: '.', search: keepRows, replace: true, resetScroll: false })
  }

  return (
    <>
      <PageHeader
        title={t`Donations Management`}
        purpose={t`Donations to the trust, with their receipts.`}
        action={<ExportButton filter={filter} />}
      />
      <SummaryCards isListHere={list.rows !== undefined} />
      <HeldPayments />
      <DonationFilters
        searchRef={searchField}
        text={text}
        onTextChange={setText}
        period={period}
        onPeriodChange={setPeriod}
        status={status}
        onStatusChange={setStatus}
      />
      {isNarrowed && <MatchLine filter={filter} list={list} />}
      <DataTablePages
        labels={{
          table: t`Donations`,
          loading: t`Loading donations...`,
          fetchFailed: t`Failed to fetch donations.`,
        }}
        columns={columns}
        list={list}
        perPage={perPage}
        onPageChange={setPage}
        progress={<ListProgress {...list.progress} />}
        empty={
          <EmptyState
            picture={<LedgerPicture />}
            title={t`No donations found for this filter.`}
            text={
              findsReceipts && text !== '' && t`You can also search for a receipt number, a payment ID or an amount.`
            }
            action={isNarrowed && <Button onClick={showAll}>{t`Show all donations`}</Button>}
          />
        }
      />
      {hasTrash && (
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
      {opened && <DonationDetails donation={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
