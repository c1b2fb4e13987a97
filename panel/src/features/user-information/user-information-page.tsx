import { Trans, useLingui } from '@lingui/react/macro'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donations/donation.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import Trash from '~icons/lucide/trash'
import { useRowsPerPage, useSortOrder } from '../../address/use-address-values.ts'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { refusalOf } from '../../api/api-error.ts'
import { useDonationDeletionDialog } from '../../records/donation-deletion.ts'
import { DonationStatus } from '../../records/donation-status.tsx'
import { useIsExtended } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { useDeletion } from '../../ui/dialog/use-deletion.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { EmailLink, PhoneLink } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { type Column, tableRowId } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { ListTools, PrintedFilters } from '../../ui/table/list-tools.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { SortButtons } from '../../ui/table/sort-button.tsx'
import { type UserInformationRow, useRowRemoval, useUserInformation } from './user-information-queries.ts'

export function UserInformationPage() {
  const { t } = useLingui()
  const isExtended = useIsExtended()
  const address = useListAddress()
  const { text, setText, page, setPage, correctPage } = address
  const [sort, setSort] = useSortOrder()
  const perPage = useRowsPerPage()
  const list = useUserInformation({ search: text, sort, page, perPage })
  useShownPage(address, list)

  const search = useRef<HTMLInputElement>(null)
  // "Clear search" disappears with the empty state, so focus moves to the search field.
  function clearSearch() {
    search.current?.focus()
    setText('')
  }

  const { rows = [] } = list
  const latestRows = useRef(rows)
  useEffect(() => {
    latestRows.current = rows
  })

  // Deleting the only row of the last page shows the previous page: focus the last row there.
  function focusFallback() {
    const last = latestRows.current.at(-1)
    const row = last && document.getElementById(tableRowId(last.id))
    if (row) row.focus()
    else search.current?.focus()
  }

  const { deletingId, requestDeletion } = useDeletion<UserInformationRow>({
    labels: {
      deleteConfirm: t({ message: 'Yes', context: 'confirms a deletion' }),
      deleted: t`The record has been deleted.`,
      deleteFailed: (error) => refusalOf(error) || t`Failed to delete user.`,
    },
    ...useDonationDeletionDialog((name) => t`This record of ${name} will be removed here and from Donations.`),
    items: rows,
    ...useRowRemoval(),
    elementId: tableRowId,
    focusFallback,
    onDeleted: () => {
      if (rows.length === 1 && list.page > 1) correctPage(list.page - 1)
    },
  })

  return (
    <>
      <PageHeader
        title={t`User Information`}
        purpose={
          isExtended ? (
            <Trans>
              The contacts of donations, one row for each. Address, PAN and all gifts of a donor are in the{' '}
              <Link to="/donors">donor records</Link>.
            </Trans>
          ) : (
            t`All donors. A donor with several donations has several rows.`
          )
        }
      />
      <PrintedFilters parts={[text !== '' && `${t`Search`}: ${text}`]} />
      <ListTools>
        <SearchField
          ref={search}
          label={t`Search by name, e-mail or phone`}
          value={text}
          onChange={setText}
          maxLength={SEARCH_MAX_LENGTH}
        />
        <SortButtons value={sort} onChange={setSort} />
      </ListTools>
      <DataTablePages
        labels={{ table: t`User Information`, loading: t`Loading...`, fetchFailed: t`Failed to fetch users` }}
        columns={useUserInformationColumns(requestDeletion)}
        list={list}
        perPage={perPage}
        onPageChange={setPage}
        leavingId={deletingId}
        empty={
          <EmptyState
            picture={<LedgerPicture />}
            title={t`No records found.`}
            text={
              text === ''
                ? t`Donors appear here after their first donation.`
                : t`No name, e-mail or phone matches your search.`
            }
            action={text !== '' && <Button onClick={clearSearch}>{t`Clear search`}</Button>}
          />
        }
      />
    </>
  )
}

function useUserInformationColumns(onDelete: (donor: UserInformationRow) => void): Column<UserInformationRow>[] {
  const { t } = useLingui()
  return [
    { id: 'name', head: t`Name`, kind: 'title', isClamped: true, cell: ({ donorName }) => donorName || t`Anonymous` },
    {
      id: 'email',
      head: t`Email`,
      width: 28,
      cell: ({ donorEmail }) => donorEmail && <EmailLink address={donorEmail} />,
    },
    {
      id: 'phone',
      head: t`Phone`,
      width: 15,
      cell: ({ donorPhone }) => donorPhone && <PhoneLink number={donorPhone} />,
    },
    { id: 'created', head: t`Created`, width: 12, cell: ({ createdAt }) => <DateTime moment={createdAt} /> },
    {
      id: 'status',
      head: t`Status`,
      width: 13.5,
      cell: (donation) => <DonationStatus donation={donation} />,
    },
    {
      id: 'actions',
      head: t`Actions`,
      kind: 'actions',
      width: 8,
      cell: (donor) => <DeleteButton donor={donor} onDelete={onDelete} />,
    },
  ]
}

function DeleteButton({
  donor,
  onDelete,
}: {
  donor: UserInformationRow
  onDelete: (donor: UserInformationRow) => void
}) {
  const { t } = useLingui()
  const name = donor.donorName || t`Anonymous`
  return (
    <IconButton
      label={t`Delete ${name}: removes this donation.`}
      tone="danger"
      icon={<Trash aria-hidden="true" />}
      disabled={donor._id === ''}
      onClick={() => onDelete(donor)}
    />
  )
}
