import { useLingui } from '@lingui/react/macro'
import { MediaForm, type MediaPageFormProps } from '../../media/media-form.tsx'
import { useMe } from '../../session/use-me.ts'
import { EventDetailsFields } from './event-details-fields.tsx'
import { useHasEventDates, useSendEvent } from './event-queries.ts'

export function EventForm(props: MediaPageFormProps) {
  const { t } = useLingui()
  const send = useSendEvent()
  const hasDates = useHasEventDates()
  const limit = useMe()?.uploadLimits?.photoBytes
  const isEdit = props.initial.id !== undefined
  return (
    <MediaForm
      {...props}
      send={send}
      renderDetails={hasDates ? (form) => <EventDetailsFields {...form} /> : undefined}
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
