import { useEffect, useState } from 'react'
import styles from './clock.module.css'

/**
 * The user's local time as 12-hour hh:mm:ss (specification, section 2), hidden from screen
 * readers.
 */
export function Clock() {
  const [now, setNow] = useState(() => new Date())

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const time = new Date()
      setNow(time)
      timer = setTimeout(tick, 1000 - time.getMilliseconds())
    }
    timer = setTimeout(tick, 1000 - new Date().getMilliseconds())
    return () => clearTimeout(timer)
  }, [])

  return (
    <span className={styles.clock} aria-hidden="true" data-testid="clock">
      {formatClock(now)}
    </span>
  )
}

/** `hh:mm:ss AM|PM` in the local time zone. */
export function formatClock(time: Date): string {
  const hours = time.getHours()
  const digits = [hours % 12 || 12, time.getMinutes(), time.getSeconds()].map((n) => String(n).padStart(2, '0'))
  return `${digits.join(':')} ${hours < 12 ? 'AM' : 'PM'}`
}
