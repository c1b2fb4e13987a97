import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import styles from './clock.module.css'

/**
 * The user's local time as 12-hour hh:mm:ss (specification, section 2), hidden from screen
 * readers.
 */
export function Clock() {
  const { i18n } = useLingui()
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
      {formatClock(now, i18n.locale)}
    </span>
  )
}

/** `hh:mm:ss AM|PM`, in Hindi `रात hh:mm:ss`, in the local time zone. */
export function formatClock(time: Date, locale: string): string {
  const hours = time.getHours()
  const digits = [hours % 12 || 12, time.getMinutes(), time.getSeconds()].map((n) => String(n).padStart(2, '0'))
  if (locale === 'en') return `${digits.join(':')} ${hours < 12 ? 'AM' : 'PM'}`
  const dayPeriod = new Intl.DateTimeFormat(`${locale}-IN`, { hour: 'numeric', dayPeriod: 'short', hour12: true })
  const period = dayPeriod.formatToParts(time).find(({ type }) => type === 'dayPeriod')?.value
  return `${period} ${digits.join(':')}`
}
