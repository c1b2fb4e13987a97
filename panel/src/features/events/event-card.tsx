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
import { type Event, useIsEventOver } from './event-queries.ts'

const LEAVES = [
  [22, 47],
  [50, 51],
  [78, 46],
  [130, 48],
  [160, 52],
  [190, 48],
  [242, 46],
  [270, 51],
  [298, 47],
] as const

const FLOWERS = [
  [36, 50],
  [64, 50],
  [104, 34],
  [145, 51],
  [175, 51],
  [216, 34],
  [256, 50],
  [284, 50],
] as const

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

/** Shown for an event without a picture. */
function EventPlaceholder() {
  return (
    <svg className={styles.picture} viewBox="0 0 320 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className={styles.door} d="M96 240V122c0-36 28-60 64-60s64 24 64 60v118Z" />
      <path className={styles.string} d="M-8 30c40 26 80 26 112 4 34 24 78 24 112 0 32 22 72 22 112-4" />
      {LEAVES.map(([x, y]) => (
        <path
          key={x}
          className={styles.leaf}
          d="M0 0c9 10 9 24 0 36-9-12-9-26 0-36Z"
          transform={`translate(${x} ${y})`}
        />
      ))}
      {FLOWERS.map(([x, y]) => (
        <circle key={x} className={styles.flower} cx={x} cy={y} r="7" />
      ))}
      <circle className={styles.glow} cx="160" cy="178" r="44" />
      <path className={styles.flame} d="M160 156c8 10 11 16 11 22a11 11 0 0 1-22 0c0-6 3-12 11-22Z" />
      <path className={styles.lamp} d="M124 194c16 4 56 4 72 0-2 16-14 28-36 28s-34-12-36-28Z" />
      <path className={styles.step} d="M60 222h200v18H60Z" />
    </svg>
  )
}
