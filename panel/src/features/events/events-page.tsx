import { useLingui } from '@lingui/react/macro'
import { formatEventDates } from '@sevadesk/contract/content/event-dates.ts'
import { useQuery } from '@tanstack/react-query'
import CalendarPlus from '~icons/lucide/calendar-plus'
import { useChoice } from '../../address/use-address-values.ts'
import { type MediaDetailsProps, MediaForm, type MediaPageFormProps } from '../../media/media-form.tsx'
import { MediaImage } from '../../media/media-image.tsx'
import type { MediaDraft } from '../../media/media-item.ts'
import { MediaPage } from '../../media/media-page.tsx'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useIsExtended, useMe } from '../../session/use-me.ts'
import { TextField } from '../../ui/base/text-field.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { DayInput } from '../../ui/dates/date-input.tsx'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import { zoneName } from '../../ui/format/date-time.tsx'
import { EventsPicture } from '../../ui/pictures/illustration.tsx'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import { EventCard } from './event-card.tsx'
import { detailsDraft, detailsToSend, isBrowserZone, joinLocalTime, splitLocalTime } from './event-draft.ts'
import { eventsQuery, readEvents, useEventDeletion, useSendEvent, useSortByDate } from './event-queries.ts'
import styles from './events-page.module.css'

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
  const deletion = useEventDeletion()
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
      remove={deletion.remove}
      undo={deletion.undo}
    />
  )
}

function EventForm(props: MediaPageFormProps) {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  const send = useSendEvent()
  const isExtended = useIsExtended()
  const limit = useMe()?.uploadLimits?.photoBytes
  const detailFields: ConflictField<MediaDraft>[] = [
    {
      name: 'when',
      label: t`When`,
      keys: ['startsAt', 'endsAt'],
      show: (draft) => formatEventDates(detailsToSend(draft, timeZone), timeZone, i18n.locale),
    },
    { name: 'venue', label: t`Venue`, keys: ['venue'], show: ({ venue }) => venue },
  ]
  const isEdit = props.initial.id !== undefined
  return (
    <MediaForm
      {...props}
      send={send}
      record={useFormRecord('event', props.initial.id)}
      detailFields={isExtended ? detailFields : []}
      renderDetails={isExtended ? (form) => <EventDetailsFields {...form} /> : undefined}
      accept="image/*"
      maxBytes={limit}
      labels={{
        heading: isEdit ? t`Edit event` : t`Add event`,
        files: isEdit ? t`New picture (optional)` : t`Picture (optional)`,
        choose: t`Choose photo`,
        filesHint: isEdit ? undefined : t`You can add an event without a picture.`,
      }}
    />
  )
}

/** When and where an event takes place. All may stay empty. */
function EventDetailsFields({ draft, change, fieldErrors, isSaving }: MediaDetailsProps) {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  const zone = isBrowserZone(timeZone) ? undefined : zoneName(timeZone, i18n.locale)
  const start = splitLocalTime(draft.startsAt)
  const end = splitLocalTime(draft.endsAt)
  const shared = { autoComplete: 'off', readOnly: isSaving }
  const changeStart = (part: Partial<typeof start>) => change({ startsAt: joinLocalTime({ ...start, ...part }) })
  const changeEnd = (part: Partial<typeof end>) => change({ endsAt: joinLocalTime({ ...end, ...part }) })
  return (
    <>
      <fieldset className={styles.when}>
        <legend className={styles.legend}>
          {t`When`} <span className={styles.note}>{t`(optional)`}</span>
        </legend>
        <p className={styles.note}>
          {t`Without a time, the event lasts all day.`} {zone && t`Times are in ${zone}.`}
        </p>
        <div className={styles.fields}>
          <DayInput
            readOnly={isSaving}
            name="startDate"
            label={t`Date`}
            value={start.date}
            onChange={(date) => changeStart({ date })}
            errorMessage={fieldErrors.startsAt}
          />
          <TextField
            {...shared}
            label={t`Start time`}
            type="time"
            value={start.time}
            onChange={(time) => changeStart({ time })}
          />
          <DayInput
            readOnly={isSaving}
            name="endDate"
            label={t`End date`}
            value={end.date}
            onChange={(date) => changeEnd({ date })}
            errorMessage={fieldErrors.endsAt}
          />
          <TextField
            {...shared}
            label={t`End time`}
            type="time"
            value={end.time}
            onChange={(time) => changeEnd({ time })}
          />
        </div>
      </fieldset>
      <TextField
        {...shared}
        label={t`Venue`}
        labelNote={t`(optional)`}
        name="venue"
        value={draft.venue ?? ''}
        onChange={(venue) => change({ venue })}
        errorMessage={fieldErrors.venue}
      />
    </>
  )
}
