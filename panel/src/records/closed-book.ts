import { useLingui } from '@lingui/react/macro'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { bookDayOf } from '@sevadesk/contract/gifts/cash-book.ts'
import { useTrust } from '../ui/base/trust.tsx'
import { formatDay } from '../ui/format/date-time.tsx'

interface BookedChange {
  kind: 'correction' | 'deletion'
  /** Days of receipt, `YYYY-MM-DD`. The first one whose book is closed is named. */
  days: readonly string[]
  /** Null if no book is closed. */
  closedUpTo: string | null
}

/** Returns a function that says into which cash book a change of a closed day goes; empty if none is closed. */
export function useClosedBookText(): (change: BookedChange) => string {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()

  function targetText(kind: BookedChange['kind'], target: string | undefined): string {
    if (target === undefined)
      return kind === 'correction' ? t`The correction goes into today’s book.` : t`The deletion goes into today’s book.`
    return kind === 'correction'
      ? t`The correction goes into the book of ${target}.`
      : t`The deletion goes into the book of ${target}.`
  }

  return ({ kind, days, closedUpTo }) => {
    if (closedUpTo === null) return ''
    const closed = days.find((each) => each !== '' && each <= closedUpTo)
    if (closed === undefined) return ''
    const today = zonedDate(Date.now(), timeZone)
    const target = bookDayOf(closed, { closedUpTo, today })
    const day = formatDay(closed, i18n.locale)
    const targetDay = target === today ? undefined : formatDay(target, i18n.locale)
    return `${t`The cash book of ${day} is closed.`} ${targetText(kind, targetDay)}`
  }
}
