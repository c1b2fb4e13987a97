import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import CalendarPlus from '~icons/lucide/calendar-plus'
import { useSortOrder } from '../../address/use-sort-order.ts'
import { MediaImage } from '../../media/media-image.tsx'
import { MediaPage } from '../../media/media-page.tsx'
import { EventsPicture } from '../../ui/pictures/illustration.tsx'
import { EventCard } from './event-card.tsx'
import { EventForm } from './event-form.tsx'
import { eventsQuery, useDeleteEvent } from './event-queries.ts'

export function EventsPage() {
  const { t } = useLingui()
  const [order, setOrder] = useSortOrder()
  const events = useQuery(eventsQuery)
  const deletion = useDeleteEvent()
  return (
    <MediaPage
      labels={{
        title: t`Events Management`,
        purpose: t`Events of the trust on the public site.`,
        addNew: t`Add New Event`,
        untitled: t`Untitled event`,
        list: t`Events`,
        loading: t`Loading events...`,
        fetchFailed: t`Failed to fetch events`,
        empty: t`No events found.`,
        emptyHint: t`Events that you add here appear on the public site at once.`,
        deleteQuestion: t`This event will be permanently deleted.`,
        deleteConfirm: t`Yes`,
        deleted: t`Your event has been deleted.`,
        deleteFailed: t`Failed to delete event.`,
      }}
      addIcon={<CalendarPlus aria-hidden="true" />}
      emptyPicture={<EventsPicture />}
      order={order}
      onOrderChange={setOrder}
      list={events}
      renderForm={(form) => <EventForm {...form} />}
      renderCard={(card) => <EventCard {...card} />}
      renderMedia={({ title, hasPicture, src, picture }) =>
        hasPicture && <MediaImage src={src} alt={title || t`Untitled event`} picture={picture} />
      }
      remove={deletion.mutateAsync}
    />
  )
}
