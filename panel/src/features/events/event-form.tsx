import { useLingui } from '@lingui/react/macro'
import { formatEventDates } from '@sevadesk/contract/content/event-dates.ts'
import type { MediaDraft } from '../../media/media-draft.ts'
import { MediaForm, type MediaPageFormProps } from '../../media/media-form.tsx'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useIsExtended } from '../../session/use-is-extended.ts'
import { useMe } from '../../session/use-me.ts'
import { useTrust } from '../../ui/base/trust.tsx'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import { EventDetailsFields } from './event-details-fields.tsx'
import { detailsToSend } from './event-draft.ts'
import { useSendEvent } from './event-queries.ts'

export function EventForm(props: MediaPageFormProps) {
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
