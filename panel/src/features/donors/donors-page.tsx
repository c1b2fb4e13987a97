import { useLingui } from '@lingui/react/macro'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donations/donation.ts'
import { DONOR_SORTS, DONORS_PER_PAGE } from '@sevadesk/contract/donors/donor.ts'
import { useRef } from 'react'
import Copy from '~icons/lucide/copy'
import UserPlus from '~icons/lucide/user-plus'
import { useChoice } from '../../address/use-address-values.ts'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { useMayInDonations } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import { ListTools } from '../../ui/table/list-tools.tsx'
import { SearchField } from '../../ui/table/search-field.tsx'
import { type DonorDraft, NEW_DONOR } from './donor.ts'
import { useDonorAddress } from './donor-address.ts'
import { DonorDuplicates } from './donor-duplicates.tsx'
import { DonorForm } from './donor-form.tsx'
import { LocationLink } from './donor-link.tsx'
import { useDonorListColumns, useDonorSortName } from './donor-list-columns.tsx'
import { DonorMergePage } from './donor-merge-page.tsx'
import { DonorPage } from './donor-page.tsx'
import { useDonors, useDuplicates, useMayEditDonors } from './donor-queries.ts'

/** The register of donors; the address says which part of it is open. */
export function DonorsPage() {
  const { open, merge, isDuplicates } = useDonorAddress()
  const mayEdit = useMayEditDonors()
  if (open !== undefined && merge !== undefined && mayEdit)
    return <DonorMergePage key={open} id={open} otherId={merge} />
  if (open !== undefined) return <DonorPage key={open} id={open} />
  return isDuplicates ? <DonorDuplicates /> : <DonorList />
}

function DonorList() {
  const { t } = useLingui()
  const mayEdit = useMayEditDonors()
  const maySee = useMayInDonations('view')
  const address = useListAddress()
  const { text, setText, page, setPage } = address
  const [sort, setSort] = useChoice('sort', DONOR_SORTS)
  const list = useDonors({ search: text, sort, page })
  useShownPage(address, list)
  const { total, isCapped } = useDuplicates(1)
  const duplicates = isCapped ? `${total}+` : total
  const columns = useDonorListColumns(sort, setSort)
  const sortName = useDonorSortName()
  const sorts = DONOR_SORTS.map((value) => ({ value, label: sortName(value) }))
  const form = usePageForm<DonorDraft>()
  const { show } = useDonorAddress()
  const search = useRef<HTMLInputElement>(null)

  // "Clear search" disappears with the empty state, so focus moves to the search field.
  function clearSearch() {
    search.current?.focus()
    setText('')
  }

  return (
    <>
      <PageHeader
        title={t`Donors`}
        purpose={t`One record for each donor, with all gifts.`}
        action={
          mayEdit && (
            <FormToggle
              form={form}
              icon={<UserPlus aria-hidden="true" />}
              label={t`Add New Donor`}
              onOpen={() => form.add(NEW_DONOR)}
            />
          )
        }
      />
      {form.props && <DonorForm {...form.props} onAdded={({ _id }) => show({ open: _id })} />}
      <ListTools>
        <SearchField
          ref={search}
          label={maySee ? t`Search by name, phone, e-mail or PAN` : t`Search by name, phone or e-mail`}
          value={text}
          onChange={setText}
          maxLength={SEARCH_MAX_LENGTH}
        />
        <FilterSelect label={t`Sort`} value={sort} options={sorts} onChange={setSort} />
        {total > 0 && (
          <LocationLink location={{ view: 'duplicates' }} icon={<Copy aria-hidden="true" />}>
            {t`Likely duplicates (${duplicates})`}
          </LocationLink>
        )}
      </ListTools>
      <DataTablePages
        labels={{ table: t`Donors`, loading: t`Loading donors...`, fetchFailed: t`Failed to fetch donors` }}
        columns={columns}
        list={list}
        perPage={DONORS_PER_PAGE}
        onPageChange={setPage}
        empty={
          <EmptyState
            picture={<LedgerPicture />}
            title={t`No donors found.`}
            text={text === '' ? t`A paid donation adds its donor here.` : t`Search for a part of the name or number.`}
            action={text !== '' && <Button onClick={clearSearch}>{t`Clear search`}</Button>}
          />
        }
      />
    </>
  )
}
