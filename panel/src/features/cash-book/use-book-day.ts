import { isDay } from '@sevadesk/contract/donations/period.ts'
import { useAddressValues } from '../../address/use-address-values.ts'

/** The day in the address, `?day=2026-04-01`; without one, or with one that does not exist, today. */
export function useBookDay(today: string): [string, (day: string) => void] {
  const [{ day: chosen = '' }, change] = useAddressValues(['day', 'page'])
  return [
    isDay(chosen) ? chosen : today,
    (day) => change({ day: day === today ? undefined : day, page: undefined }, true),
  ]
}

/** The day before (-1) or after (1). */
export function neighbourOf(day: string, step: -1 | 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + step * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
