import { startOfZonedDay, zonedDate, zonedDay } from '@sevadesk/contract/base/zoned-time.ts'
import { useEffect, useState } from 'react'
import { useTrust } from '../ui/base/trust.tsx'

/** A timer stops while the computer sleeps, so the day is compared at least this often, in ms. */
const MAX_WAIT_MS = 60_000

/** Returns the start of today in the trust's zone, in ms since 1970, and renders again at midnight. */
export function useToday(): number {
  const { timeZone } = useTrust()
  const [, setToday] = useState(0)
  const today = startOfToday(timeZone)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function wait() {
      const { year, month, day } = zonedDay(Date.now(), timeZone)
      const midnight = startOfZonedDay({ year, month, day: day + 1 }, timeZone)
      timer = setTimeout(update, Math.min(midnight - Date.now(), MAX_WAIT_MS))
    }
    function update() {
      setToday(startOfToday(timeZone))
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [timeZone])

  return today
}

/** Returns today in the trust's zone as `YYYY-MM-DD`, and renders again at midnight. */
export function useTodayDate(): string {
  const { timeZone } = useTrust()
  return zonedDate(useToday(), timeZone)
}

function startOfToday(timeZone: string): number {
  return startOfZonedDay(zonedDay(Date.now(), timeZone), timeZone)
}
