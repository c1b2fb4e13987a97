import { useLingui } from '@lingui/react/macro'
import { formatEventDates } from '@sevadesk/contract/content/event-dates.ts'
import { memo } from 'react'
import CalendarDays from '~icons/lucide/calendar-days'
import MapPin from '~icons/lucide/map-pin'
import { MediaCard, type MediaCardProps } from '../../media/media-card.tsx'
import { MediaImage } from '../../media/media-image.tsx'
import { HistoryLink } from '../../records/history-link.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import styles from './event-details.module.css'
import { EventPlaceholder } from './event-placeholder.tsx'
import { type Event, useIsEventOver } from './event-queries.ts'

export const EventCard = memo(function EventCard(props: MediaCardProps<Event> & { isExtended: boolean }) {
  const { t } = useLingui()
  const { title, src, hasPicture, picture } = props.item
  const name = title || t`Untitled event`
  return (
    <MediaCard
      {...props}
      name={name}
      more={
        props.isExtended && props.item.hasId && <HistoryLink kind="event" id={props.item.id} name={name} look="text" />
      }
      details={props.isExtended && <EventDetails event={props.item} />}
      media={hasPicture ? <MediaImage src={src} alt={name} picture={picture} /> : <EventPlaceholder />}
      open={src ? { href: src, text: t`View image`, label: t`View image of ${name} in a new tab` } : undefined}
    />
  )
})

/** When and where an event takes place, with a mark if it is over. */
function EventDetails({ event }: { event: Event }) {
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
