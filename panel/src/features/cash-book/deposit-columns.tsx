import { useLingui } from '@lingui/react/macro'
import type { DepositGift } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { formatDay } from '../../ui/format/date-time.tsx'
import { amountColumn } from '../../ui/table/amount-column.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import columnStyles from './cash-book-columns.module.css'
import styles from './deposits.module.css'
import { useModeName } from './gift-mode.ts'

interface Ticks {
  has: (gift: DepositGift) => boolean
  tick: (gifts: readonly DepositGift[], isTicked: boolean) => void
}

interface Options<Gift> {
  /** Each row has a checkbox. */
  ticks?: Ticks
  notesOf?: (gift: Gift) => readonly string[]
}

/** The columns of gifts. */
export function useDepositColumns<Gift extends DepositGift = DepositGift>({
  ticks,
  notesOf,
}: Options<Gift> = {}): Column<Gift>[] {
  const { t, i18n } = useLingui()
  const modeName = useModeName()
  const nameOf = ({ donorName, mode }: DepositGift) =>
    donorName || (mode === 'collection' ? t`Collection` : t`Anonymous`)
  const dayOf = (day: string) => day && formatDay(day, i18n.locale)
  return [
    {
      id: 'donor',
      head: t`Donor`,
      kind: 'title',
      cell: (gift) =>
        ticks ? (
          <label className={styles.tick}>
            <input
              type="checkbox"
              className={styles.box}
              aria-label={t`Select ${nameOf(gift)}, ${dayOf(gift.receivedOn)}`}
              checked={ticks.has(gift)}
              onChange={(event) => ticks.tick([gift], event.target.checked)}
            />
            <span>{nameOf(gift)}</span>
          </label>
        ) : (
          <>
            {nameOf(gift)}
            {notesOf?.(gift).map((note) => (
              <span key={note} className={columnStyles.note}>
                {note}
              </span>
            ))}
          </>
        ),
    },
    { id: 'received', head: t`Received on`, width: 13, cell: ({ receivedOn }) => dayOf(receivedOn) },
    { id: 'mode', head: t`Mode`, width: 13, cell: ({ mode }) => modeName(mode) },
    {
      id: 'instrument',
      head: t`Cheque or draft`,
      width: 24,
      cell: ({ instrumentNumber, instrumentDate, bank }) =>
        [instrumentNumber, instrumentDate && dayOf(instrumentDate), bank].filter(Boolean).join(', '),
    },
    { id: 'receipt', head: t`Receipt no.`, width: 14, cell: ({ receiptNumber }) => receiptNumber },
    amountColumn(t`Amount`, 14),
  ]
}
