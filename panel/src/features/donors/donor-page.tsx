import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { DONORS_PER_PAGE } from '@sevadesk/contract/donors/donor.ts'
import type { Donor, DonorDetails, DonorMerge, DonorYear } from '@sevadesk/contract/donors/donor-schemas.ts'
import { useLinkProps } from '@tanstack/react-router'
import ArrowLeft from '~icons/lucide/arrow-left'
import Merge from '~icons/lucide/merge'
import Pencil from '~icons/lucide/pencil'
import Plus from '~icons/lucide/plus'
import Undo from '~icons/lucide/undo-2'
import { useOpensDonations } from '../../records/donation-link.tsx'
import { DonationStatus } from '../../records/donation-status.tsx'
import { purposeText } from '../../records/purpose-text.tsx'
import { useMayInDonations } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorLine, QueryError, useRetry } from '../../ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { DateTime, formatDate } from '../../ui/format/date-time.tsx'
import { Count } from '../../ui/format/money.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { amountColumn } from '../../ui/table/amount-column.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import type { CertificateDraft } from './certificates/certificate.ts'
import { DonorCertificates } from './certificates/donor-certificates.tsx'
import { type DonorDraft, draftOf } from './donor.ts'
import { useDonorAddress } from './donor-address.ts'
import { DonorFacts } from './donor-facts.tsx'
import { DonorForm } from './donor-form.tsx'
import { DonorLink, GiftLink, LocationLink, useNameOf } from './donor-link.tsx'
import styles from './donor-parts.module.css'
import { type DonorGift, useDonorDetails, useDonorGifts, useMayEditDonors, useUndoMerge } from './donor-queries.ts'
import { DonorReceipts } from './donor-receipts.tsx'

interface YearRow extends DonorYear {
  id: string
}

/** One donor: the record, totals by financial year, certificates, all gifts and receipts. */
export function DonorPage({ id }: { id: string }) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const mayEdit = useMayEditDonors()
  const maySee = useMayInDonations('view')
  const query = useDonorDetails(id)
  const retry = useRetry(query, undefined)
  const form = usePageForm<DonorDraft>()
  const certificateForm = usePageForm<CertificateDraft>()
  const { data: donor } = query
  const mergedInto = donor?.mergedInto ?? null
  const mayChange = mayEdit && mergedInto === null

  return (
    <>
      <PageHeader
        title={donor ? nameOf(donor) : t`Donor`}
        purpose={t`All that is known of this donor, and all gifts.`}
        action={
          <div className={styles.bar}>
            <LocationLink location={{}} icon={<ArrowLeft aria-hidden="true" />}>
              {t`All donors`}
            </LocationLink>
            {donor && mayChange && <EntryLink id={id} />}
            {donor && mayChange && (
              <LocationLink location={{ open: id, merge: 'choose' }} icon={<Merge aria-hidden="true" />}>
                {t`Merge`}
              </LocationLink>
            )}
            {/* A form stays closable when another user merges the donor meanwhile. */}
            {donor && (mayChange || form.props) && (
              <FormToggle
                form={form}
                icon={<Pencil aria-hidden="true" />}
                label={t`Edit donor`}
                disabled={certificateForm.isSaving}
                onOpen={() => certificateForm.leave(() => form.add(draftOf(donor)))}
              />
            )}
          </div>
        }
      />
      {query.isPending && (
        <Loading label={t`Loading the donor...`}>
          <Skeleton />
        </Loading>
      )}
      {donor === null && <MissingDonor />}
      {donor === undefined && query.isError && (
        <QueryError title={t`Failed to fetch the donor`} query={query} onRetry={retry} />
      )}
      {mergedInto !== null && (
        <p className={styles.notice}>
          {t`This record was merged into another donor.`}{' '}
          <DonorLink donor={{ _id: mergedInto, name: t`Open that donor` }} />
        </p>
      )}
      {form.props && <DonorForm {...form.props} />}
      {donor && (
        <>
          {/* After a change the numbers are hidden again. */}
          <DonorFacts key={donor.version} donor={donor} mayEdit={maySee} />
          {mayEdit && <DonorMerges merges={donor.merges} survivor={donor} />}
          <DonorYears donor={donor} />
          {maySee && <DonorCertificates donorId={id} form={certificateForm} mayAdd={mayChange} otherForm={form} />}
          <DonorGifts id={id} />
          {maySee && <DonorReceipts id={id} />}
        </>
      )}
    </>
  )
}

/** Opens the form of a gift with this donor. */
function EntryLink({ id }: { id: string }) {
  const { t } = useLingui()
  const { href = '', onClick } = useLinkProps({ to: '/donations/new', search: { donor: id } })
  return (
    <ButtonLink variant="primary" href={href} onClick={onClick} icon={<Plus aria-hidden="true" />}>
      {t`Enter a gift`}
    </ButtonLink>
  )
}

/** The merges into a donor that can still be undone, the newest first. */
function DonorMerges({ merges, survivor }: { merges: readonly DonorMerge[]; survivor: Donor }) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const { confirm } = useConfirm()
  const undo = useUndoMerge()
  const { timeZone } = useTrust()
  const { i18n } = useLingui()

  async function ask(merge: DonorMerge) {
    const [name, survivorName] = [nameOf(merge), nameOf(survivor)]
    const confirmed = await confirm({
      title: t`Undo the merge?`,
      text: t`${name} gets the gifts and certificates back. What was changed in ${survivorName} since the merge stays.`,
      confirmLabel: t`Undo merge`,
    })
    if (confirmed) undo.mutate(merge._id)
  }

  return merges.map((merge, at) => {
    const name = nameOf(merge)
    const until = formatDate(merge.undoUntil, 'date', timeZone, i18n.locale)
    const gifts = plural(merge.gifts, { one: '# gift', other: '# gifts' })
    return (
      <div key={merge._id} className={styles.notice}>
        <p className={styles.bar}>
          <span>{t`${name} was merged into this record with ${gifts}. This can be undone until ${until}.`}</span>
          {at === 0 ? (
            <Button icon={<Undo aria-hidden="true" />} isPending={undo.isPending} onClick={() => void ask(merge)}>
              {t`Undo merge`}
            </Button>
          ) : (
            <span className={styles.quiet}>{t`Undo the later merge first.`}</span>
          )}
        </p>
        {undo.isError && undo.variables === merge._id && undo.error.message && (
          <ErrorLine>{undo.error.message}</ErrorLine>
        )}
      </div>
    )
  })
}

/** What was given in each financial year, the newest first. */
function DonorYears({ donor }: { donor: DonorDetails }) {
  const { t } = useLingui()
  const { years, hasOtherCurrency, firstGiftAt, lastGiftAt } = donor
  if (years.length === 0) return null
  const sumOf = (name: 'count' | 'amount') => years.reduce((sum, year) => sum + year[name], 0)
  const lifetime = { count: sumOf('count'), amount: sumOf('amount') }
  const columns: Column<YearRow>[] = [
    { id: 'year', head: t`Financial year`, kind: 'title', cell: ({ year }) => year },
    { id: 'count', head: t`Gifts`, align: 'end', width: 20, cell: ({ count }) => <Count value={count} /> },
    amountColumn(t`Total`, 35),
  ]
  return (
    <section aria-label={t`Totals by financial year`}>
      <h2 className={styles.heading}>{t`Totals by financial year`}</h2>
      {firstGiftAt && (
        <p className={styles.quiet}>
          <Trans>
            First gift <DateTime moment={firstGiftAt} />, last gift <DateTime moment={lastGiftAt} />
          </Trans>
        </p>
      )}
      <DataTable
        label={t`Totals by financial year`}
        columns={columns}
        rows={years.map((year) => ({ ...year, id: year.year }))}
        total={{ id: 'total', year: t({ message: 'All years', context: 'total of a donor’s gifts' }), ...lifetime }}
      />
      <p className={`${styles.quiet} ${styles.after}`}>
        {t`April to March. Successful gifts count, in the year in which the money was received.`}
        {hasOtherCurrency && ` ${t`Amounts in other currencies are added without conversion.`}`}
      </p>
    </section>
  )
}

/** All gifts of a donor, the newest first. Each date opens the donation. */
function DonorGifts({ id }: { id: string }) {
  const { t } = useLingui()
  const { giftsPage, setGiftsPage } = useDonorAddress()
  const list = useDonorGifts(id, giftsPage)
  const columns = useGiftColumns()
  return (
    <section aria-label={t`Gifts`}>
      <h2 className={styles.heading}>{t`Gifts`}</h2>
      <DataTablePages
        labels={{ table: t`Gifts`, loading: t`Loading the gifts...`, fetchFailed: t`Failed to fetch the gifts` }}
        columns={columns}
        list={list}
        perPage={DONORS_PER_PAGE}
        onPageChange={setGiftsPage}
        empty={<EmptyState title={t`No gifts yet.`} />}
      />
    </section>
  )
}

function useGiftColumns(): Column<DonorGift>[] {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const maySeeReceipts = useMayInDonations('view')
  const opensDonations = useOpensDonations()
  const receipts: Column<DonorGift> = {
    id: 'receipt',
    head: t`Receipt number`,
    width: 18,
    cell: ({ receipt }) => receipt?.number,
  }
  return [
    {
      id: 'date',
      head: t`Date`,
      kind: 'title',
      width: 16,
      cell: (gift) => (opensDonations ? <GiftLink gift={gift} /> : <DateTime moment={gift.createdAt} />),
    },
    { id: 'name', head: t`Name given`, isClamped: true, cell: ({ donorName }) => nameOf({ name: donorName }) },
    { id: 'purpose', head: t`Purpose`, isClamped: true, width: 18, cell: purposeText },
    amountColumn(t`Amount`, 16),
    {
      id: 'status',
      head: t`Status`,
      width: 13,
      cell: (donation) => <DonationStatus donation={donation} />,
    },
    ...(maySeeReceipts ? [receipts] : []),
  ]
}

/** Shown at an address that names no donor. */
export function MissingDonor() {
  const { t } = useLingui()
  return (
    <EmptyState
      picture={<LedgerPicture />}
      title={t`There is no such donor.`}
      text={t`Check the link, or search for the donor under Donors.`}
    />
  )
}
