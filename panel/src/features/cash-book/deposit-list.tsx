import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SLIP_GIFTS_MAX } from '@sevadesk/contract/gifts/deposit-slip.ts'
import type { DepositGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { useCallback, useEffect, useState } from 'react'
import Landmark from '~icons/lucide/landmark'
import { useAddressValues } from '../../address/use-address-values.ts'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { useTodayDate } from '../../queries/use-today.ts'
import { useMayInDonations } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { typedDay } from '../../ui/dates/typed-day.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorLine } from '../../ui/feedback/error-state.tsx'
import { Choice } from '../../ui/form/choice.tsx'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { formatMoney } from '../../ui/format/money.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { type DepositDraft, GIFTS_PER_PAGE, useGiftsToDeposit, useLastAccount } from './cash-book-queries.ts'
import { useDepositColumns } from './deposit-columns.tsx'
import { DepositForm } from './deposit-form.tsx'
import styles from './deposits.module.css'
import { sumByMode, sumOf, useModeSums } from './gift-mode.ts'

/** Gifts that are not at the bank yet, to tick and mark as deposited. */
export function DepositList({ ticked }: { ticked: ReturnType<typeof useTickedGifts> }) {
  const { t, i18n } = useLingui()
  const address = useListAddress()
  const list = useGiftsToDeposit(address.page)
  useShownPage(address, list)
  const [, changeAddress] = useAddressValues(['open', 'page'])
  const { gifts } = ticked
  const columns = useDepositColumns({ ticks: ticked })
  const modeSums = useModeSums()
  const today = useTodayDate()
  const bankAccount = useLastAccount()
  const form = usePageForm<DepositDraft>()
  const mayEnter = useMayInDonations('enter')
  const { rows = [] } = list
  const { update } = ticked
  const isTooMany = gifts.length > SLIP_GIFTS_MAX
  const total = formatMoney(sumOf(gifts), 'INR', i18n.locale)
  const count = gifts.length

  // An amount may have been corrected at another desk.
  useEffect(() => update(list.rows ?? []), [list.rows, update])

  function open() {
    form.add({ depositedOn: typedDay(today), slipNumber: '', bankAccount: bankAccount ?? '' })
  }

  function showSlip(id: string) {
    ticked.clear()
    changeAddress({ open: id, page: undefined }, true)
  }

  return (
    <>
      <PageHeader
        title={t`Bank deposit`}
        purpose={t`Cash, cheques, drafts and collections that are not at the bank yet.`}
        action={
          mayEnter && (
            <FormToggle
              form={form}
              icon={<Landmark aria-hidden="true" />}
              label={t`Deposit gifts`}
              variant={count > 0 ? 'secondary' : 'primary'}
              disabled={bankAccount === undefined}
              onOpen={open}
            />
          )
        }
      />
      {form.props && (
        <DepositForm {...form.props} gifts={gifts} today={today} onRefused={ticked.keep} onAdded={showSlip} />
      )}
      {rows.length > 0 && (
        <div className={styles.all} data-print="no">
          <Choice
            type="checkbox"
            label={t`Select all on this page`}
            checked={rows.every(ticked.has)}
            onChange={(isTicked) => ticked.tick(rows, isTicked)}
          />
        </div>
      )}
      <DataTablePages
        labels={{
          table: t`Gifts to deposit`,
          loading: t`Loading the gifts...`,
          fetchFailed: t`Failed to load the gifts`,
        }}
        columns={columns}
        list={list}
        perPage={GIFTS_PER_PAGE}
        onPageChange={address.setPage}
        empty={
          <EmptyState
            picture={<LedgerPicture />}
            title={t`Everything is at the bank.`}
            text={t`Cash, cheques, drafts and collections stand here until they are deposited.`}
          />
        }
      />
      {count > 0 && (
        <section className={styles.bar} aria-label={t`Selected gifts`} data-toasts="above" data-print="no">
          {isTooMany && <ErrorLine>{t`A deposit slip has at most ${SLIP_GIFTS_MAX} gifts.`}</ErrorLine>}
          <p className={styles.sums} role="status">
            <strong>{t`${plural(count, { one: '# gift', other: '# gifts' })}, ${total}`}</strong>
            <br />
            {modeSums(sumByMode(gifts))}
          </p>
          <div className={styles.tools}>
            <Button variant="quiet" disabled={form.isSaving} onClick={ticked.clear}>
              {t`Clear selection`}
            </Button>
            {mayEnter && !form.props && (
              <Button variant="primary" disabled={isTooMany || bankAccount === undefined} onClick={open}>
                {t`Deposit these gifts`}
              </Button>
            )}
          </div>
        </section>
      )}
    </>
  )
}

/** The gifts that are ticked, on all pages of the list. */
export function useTickedGifts() {
  const [ticked, setTicked] = useState<ReadonlyMap<string, DepositGift>>(new Map())

  /** Takes the gifts as they are now; those that are not ticked stay so. */
  const update = useCallback((rows: readonly DepositGift[]) => {
    setTicked((before) => {
      const changed = rows.filter((row) => before.has(row._id) && before.get(row._id) !== row)
      return changed.length === 0 ? before : new Map([...before, ...changed.map((row) => [row._id, row] as const)])
    })
  }, [])

  return {
    gifts: [...ticked.values()],
    has: ({ _id }: DepositGift) => ticked.has(_id),
    tick: (rows: readonly DepositGift[], isTicked: boolean) =>
      setTicked((before) => {
        const after = new Map(before)
        for (const row of rows) {
          if (isTicked) after.set(row._id, row)
          else after.delete(row._id)
        }
        return after
      }),
    update,
    /** Unticks all but these, and takes them as they are now. */
    keep: (rows: readonly DepositGift[]) => setTicked(new Map(rows.map((row) => [row._id, row]))),
    clear: () => setTicked(new Map()),
  }
}
