import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import CalendarPlus from '~icons/lucide/calendar-plus'
import { useChoice } from '../../address/use-choice.ts'
import { MediaImage } from '../../media/media-image.tsx'
import { MediaPage } from '../../media/media-page.tsx'
import { useIsExtended } from '../../session/use-is-extended.ts'
import { useTrust } from '../../ui/base/trust.tsx'
import { EventsPicture } from '../../ui/pictures/illustration.tsx'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import { EventCard } from './event-card.tsx'
import { detailsDraft } from './event-draft.ts'
import { EventForm } from './event-form.tsx'
import { eventsQuery, readEvents, useDeleteEvent, useSortByDate, useUndoEvent } from './event-queries.ts'

export function EventsPage() {
  const isExtended = useIsExtended()
  const { t } = useLingui()
  const { timeZone } = useTrust()
  const [order, setOrder] = useChoice('sort', isExtended ? ['latest', 'oldest', 'date'] : ['latest', 'oldest'])
  const sortOptions = [
    { value: 'latest', label: t`Latest` },
    { value: 'oldest', label: t`Oldest` },
    { value: 'date', label: t`By event date` },
  ] as const
  const sortByDate = useSortByDate()
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
        deleteConfirm: t({ message: 'Yes', context: 'confirms a deletion' }),
        deleted: t`Your event has been deleted.`,
        deleteFailed: t`Failed to delete event.`,
      }}
      addIcon={<CalendarPlus aria-hidden="true" />}
      emptyPicture={<EventsPicture />}
      order={order === 'date' ? 'latest' : order}
      onOrderChange={setOrder}
      sortSelect={
        isExtended && <FilterSelect label={t`Sort`} value={order} options={sortOptions} onChange={setOrder} />
      }
      sortItems={order === 'date' ? sortByDate : undefined}
      draftOf={(event) => (isExtended ? detailsDraft(event, timeZone) : {})}
      list={events}
      readItems={readEvents}
      renderForm={(form) => <EventForm {...form} />}
      renderCard={(card) => <EventCard {...card} isExtended={isExtended} />}
      renderMedia={({ title, hasPicture, src, picture }) =>
        hasPicture && <MediaImage src={src} alt={title || t`Untitled event`} picture={picture} />
      }
      remove={deletion.mutateAsync}
      undo={useUndoEvent()}
    />
  )
}
