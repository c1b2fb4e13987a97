import { useLingui } from '@lingui/react/macro'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { EntryKind } from '@sevadesk/contract/gifts/cash-book.ts'
import type { BookEntry } from '@sevadesk/contract/gifts/cash-book-schemas.ts'
import { useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTrust } from '../../ui/base/trust.tsx'
import { DateTime, formatDay } from '../../ui/format/date-time.tsx'
import { Money } from '../../ui/format/money.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import styles from './cash-book-columns.module.css'
import { useModeName } from './gift-mode.ts'

export function useBookColumns(day: string): Column<BookEntry>[] {
  const { t } = useLingui()
  const modeName = useModeName()
  const giftName = useGiftName()
  const leafName = useLeafName()
  const notes = useNotes(day)
  return [
    {
      id: 'donor',
      head: t`Donor`,
      kind: 'title',
      width: 20,
      cell: (entry) => (
        <>
          <GiftLink entry={entry}>{giftName(entry)}</GiftLink>
          {notes(entry).map((note) => (
            <span key={note} className={styles.note}>
              {note}
            </span>
          ))}
        </>
      ),
    },
    { id: 'time', head: t`Time`, width: 9, cell: ({ enteredAt }) => <DateTime moment={enteredAt} format="time" /> },
    {
      id: 'receipt',
      head: t`Receipt no.`,
      width: 17,
      cell: (entry) => {
        const leaf = leafName(entry)
        if (entry.receiptNumber === '') return leaf
        return (
          <>
            <span className={styles.number}>{entry.receiptNumber}</span>
            {leaf && ` · ${leaf}`}
          </>
        )
      },
    },
    { id: 'mode', head: t`Mode`, width: 12, cell: ({ mode }) => modeName(mode) },
    {
      id: 'reference',
      head: t`Reference`,
      width: 16,
      cell: ({ reference, bank }) => [reference, bank].filter(Boolean).join(', '),
    },
    { id: 'person', head: t`Entered by`, width: 13, cell: ({ enteredBy }) => enteredBy },
    {
      id: 'amount',
      head: t`Amount`,
      kind: 'figure',
      align: 'end',
      width: 13,
      // Goods have no amount.
      cell: ({ mode, amount }) => (mode === 'in_kind' ? '' : <Money amount={amount} />),
    },
  ]
}

/** Opens the details of the gift. */
function GiftLink({ entry, children }: { entry: BookEntry; children: ReactNode }) {
  const { href = '', onClick } = useLinkProps({ to: '/donations', search: { open: entry.giftId } })
  if (entry.giftId === '') return children
  return (
    <a className={styles.link} href={href} onClick={onClick}>
      {children}
    </a>
  )
}

function useGiftName(): (entry: BookEntry) => string {
  const { t } = useLingui()
  return ({ donorName, mode }) => donorName || (mode === 'collection' ? t`Collection` : t`Anonymous`)
}

/** The leaf of a receipt book; empty without one. */
function useLeafName(): (entry: BookEntry) => string {
  const { t } = useLingui()
  return ({ bookNumber, leafNumber }) => {
    if (leafNumber === '') return ''
    return bookNumber === '' ? t`Leaf ${leafNumber}` : t`Book ${bookNumber}, leaf ${leafNumber}`
  }
}

/** What the entry is, if it is not money that was received on the day. */
function useNotes(day: string): (entry: BookEntry) => string[] {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  const kinds: Record<EntryKind, string> = {
    gift: '',
    reversal: t({ message: 'Reversal', context: 'entry of the cash book' }),
    correction: t({ message: 'Correction', context: 'entry of the cash book' }),
    bounce: t({ message: 'Cheque bounced', context: 'entry of the cash book' }),
    deletion: t({ message: 'Gift deleted', context: 'entry of the cash book' }),
    restoration: t({ message: 'Gift restored', context: 'entry of the cash book' }),
  }
  return ({ kind, item, quantity, receivedOn, enteredAt }) => {
    const isOfOtherDay = receivedOn !== '' && receivedOn !== day
    const at = Date.parse(enteredAt)
    const enteredOn = Number.isNaN(at) ? day : zonedDate(at, timeZone)
    return [
      kinds[kind],
      [quantity, item].filter(Boolean).join(' '),
      isOfOtherDay ? t`received on ${formatDay(receivedOn, i18n.locale)}` : '',
      enteredOn === day ? '' : t`entered on ${formatDay(enteredOn, i18n.locale)}`,
    ].filter(Boolean)
  }
}
