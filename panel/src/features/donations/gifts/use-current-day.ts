import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTodayDate } from '../../../queries/use-today.ts'
import { useTrust } from '../../../ui/base/trust.tsx'
import { typedDay } from '../../../ui/dates/typed-day.ts'
import { type GiftDraft, isChangedGift } from './gift-draft.ts'

interface DayForm {
  initial: GiftDraft
  draft: GiftDraft
  change: (part: Partial<GiftDraft>) => void
}

/**
 * Keeps the day of a new gift at today until something is typed: a page may stay open over
 * midnight. Returns today, `YYYY-MM-DD`, and the form's `change` with the day.
 */
export function useCurrentDay({ initial, draft, change }: DayForm) {
  const { timeZone } = useTrust()
  const today = useTodayDate()
  /** The day in the field, unless the user has chosen another. */
  const offered = useRef(initial.receivedOn)

  /** The change of a day that is past; `undefined` if the day stays. */
  function nextDay(current: string): Partial<GiftDraft> | undefined {
    const day = typedDay(current)
    const isKept = draft.id !== undefined || draft.receivedOn !== offered.current || isChangedGift(draft, initial)
    if (isKept || day === offered.current) return undefined
    offered.current = day
    return { receivedOn: day }
  }

  const update = useEffectEvent((current: string) => {
    const next = nextDay(current)
    if (next) change(next)
  })
  useEffect(() => update(today), [today])

  return {
    today,
    change: (part: Partial<GiftDraft>) => change({ ...nextDay(zonedDate(Date.now(), timeZone)), ...part }),
  }
}
