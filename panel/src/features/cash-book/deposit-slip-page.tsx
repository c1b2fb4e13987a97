import { Trans, useLingui } from '@lingui/react/macro'
import type { DepositSlipDetails, SlipGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import Printer from '~icons/lucide/printer'
import { HistoryLink } from '../../records/history-link.tsx'
import { useMayInDonations } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { QueryState } from '../../ui/feedback/error-state.tsx'
import { DateTime, formatDay } from '../../ui/format/date-time.tsx'
import { formatMoney } from '../../ui/format/money.tsx'
import { PageHeader, pageHeading } from '../../ui/layout/page-header.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/table/data-table.tsx'
import { useCancelSlip, useDepositSlip } from './cash-book-queries.ts'
import { SumTable } from './cash-book-totals.tsx'
import { useDepositColumns } from './deposit-columns.tsx'
import styles from './deposits.module.css'
import { sumByMode, useModeName } from './gift-mode.ts'

/** A deposit slip with its gifts, to print or to cancel. */
export function DepositSlipPage({ id }: { id: string }) {
  const { t } = useLingui()
  const slip = useDepositSlip(id)
  const cancelling = useCancelSlip()
  const mayCancel = useMayInDonations('cancel')
  const { confirm } = useConfirm()
  const columns = useDepositColumns()

  async function cancel() {
    const isConfirmed = await confirm({
      title: t`Cancel this deposit slip?`,
      text: t`Its gifts can be deposited again, except cheques and drafts that were cleared or have bounced since. The slip stays in the list as cancelled.`,
      confirmLabel: t`Cancel the slip`,
      cancelLabel: t`Keep the slip`,
      tone: 'danger',
    })
    if (!isConfirmed || cancelling.isPending) return
    await cancelling.mutateAsync(id).catch(() => undefined)
    pageHeading()?.focus()
  }

  return (
    <>
      <PageHeader
        title={t`Deposit slip`}
        action={
          <>
            {slip.data && (
              <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
                {t`Print`}
              </Button>
            )}
            {mayCancel && slip.data?.cancelledAt === null && (
              <Button variant="danger" isPending={cancelling.isPending} onClick={() => void cancel()}>
                {t`Cancel the slip`}
              </Button>
            )}
          </>
        }
      />
      <QueryState query={slip} loading={t`Loading the deposit slip...`} failed={t`Failed to load the deposit slip`}>
        <DataTableSkeleton columns={columns} count={4} />
      </QueryState>
      {slip.data && <Slip slip={slip.data} />}
    </>
  )
}

function Slip({ slip }: { slip: DepositSlipDetails }) {
  const { t, i18n } = useLingui()
  const { trustName } = useTrust()
  const notesOf = useSlipNotes(slip.cancelledAt !== null)
  const columns = useDepositColumns({ notesOf })
  const modeName = useModeName()
  const {
    _id: id,
    gifts,
    depositedOn,
    slipNumber,
    bankAccount,
    createdBy,
    createdAt,
    cancelledAt,
    count,
    amount,
  } = slip
  const facts = [
    [t`Day of the deposit`, formatDay(depositedOn, i18n.locale)],
    [t`Bank account`, bankAccount],
    [t`Number of the deposit slip`, slipNumber],
    [t`Entered by`, createdBy],
  ].filter(([, value]) => value !== '')
  return (
    <>
      <p className={styles.trust}>{trustName}</p>
      {cancelledAt !== null && (
        <p className={styles.cancelled}>
          <Trans>
            Cancelled on <DateTime moment={cancelledAt} format="date-time" />
          </Trans>
        </p>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t`Entered at`}</dt>
          <dd>
            <DateTime moment={createdAt} format="date-time" />
            <span data-print="no">
              {' · '}
              <HistoryLink kind="deposit-slip" id={id} name={t`Deposit slip`} look="text" />
            </span>
          </dd>
        </div>
      </dl>
      <DataTable label={t`Gifts of the slip`} columns={columns} rows={gifts} />
      <div className={styles.totals}>
        <SumTable
          label={t`Totals by mode`}
          head={t`Mode`}
          countHead={t`Gifts`}
          rows={sumByMode(gifts).map(({ mode, ...sum }) => ({ id: mode, name: modeName(mode), ...sum }))}
          total={{ count, amount }}
        />
      </div>
      <div className={styles.signing}>
        {[t`Deposited by`, t`Received by the bank`].map((label) => (
          <p key={label}>{label}</p>
        ))}
      </div>
    </>
  )
}

/** Says what happened to a gift of a slip since it was deposited. */
function useSlipNotes(isCancelled: boolean): (gift: SlipGift) => string[] {
  const { t, i18n } = useLingui()
  return ({ amount, currentAmount, isDeleted, clearedOn, bouncedOn, isDeposited }) => {
    const current = formatMoney(currentAmount, 'INR', i18n.locale)
    return [
      currentAmount === amount ? '' : t`corrected since to ${current}`,
      isDeleted ? t({ message: 'deleted', context: 'a gift of a deposit slip' }) : '',
      bouncedOn === null ? '' : t`bounced on ${formatDay(bouncedOn, i18n.locale)}`,
      isCancelled && isDeposited && clearedOn !== null && bouncedOn === null
        ? t`cleared on ${formatDay(clearedOn, i18n.locale)}`
        : '',
      isCancelled && isDeposited ? t({ message: 'still deposited', context: 'a gift of a deposit slip' }) : '',
    ].filter(Boolean)
  }
}
