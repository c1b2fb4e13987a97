import { useLingui } from '@lingui/react/macro'
import { formatEventDates } from '@sevadesk/contract/content/event-dates.ts'
import CalendarDays from '~icons/lucide/calendar-days'
import MapPin from '~icons/lucide/map-pin'
import { useTrust } from '../../ui/base/trust.tsx'
import styles from './event-details.module.css'
import { type Event, useIsEventOver } from './event-queries.ts'

/** When and where an event takes place, with a mark if it is over. */
export function EventDetails({ event }: { event: Event }) {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  const isOver = useIsEventOver(event)
  const dates = formatEventDates(event, timeZone, i18n.locale)
  if (!dates && !event.venue) return null
  return (
    <div className={styles.details}>
      {dates && (
        <p className={styles.line}>
          <CalendarDays aria-hidden="true" />
          <span>
            {dates} {isOver && <span className={styles.past}>{t`Past`}</span>}
          </span>
        </p>
      )}
      {event.venue && (
        <p className={styles.line}>
          <MapPin aria-hidden="true" />
          <span>{event.venue}</span>
        </p>
      )}
    </div>
  )
}
