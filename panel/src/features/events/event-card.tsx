import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { MediaCard, type MediaCardProps } from '../../media/media-card.tsx'
import { MediaImage } from '../../media/media-image.tsx'
import { HistoryLink } from '../../records/history-link.tsx'
import { EventDetails } from './event-details.tsx'
import { EventPlaceholder } from './event-placeholder.tsx'
import type { Event } from './event-queries.ts'

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
