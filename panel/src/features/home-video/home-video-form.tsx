import { useLingui } from '@lingui/react/macro'
import { MediaForm, type MediaPageFormProps } from '../../media/media-form.tsx'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useIsExtended } from '../../session/use-is-extended.ts'
import { useMe } from '../../session/use-me.ts'
import { useSendHomeVideo } from './home-video-queries.ts'
import { posterOf } from './video-poster.ts'

export function HomeVideoForm(props: MediaPageFormProps) {
  const { t } = useLingui()
  const send = useSendHomeVideo()
  const isExtended = useIsExtended()
  const limit = useMe()?.uploadLimits?.videoBytes
  const isEdit = props.initial.id !== undefined
  return (
    <MediaForm
      {...props}
      send={send}
      record={useFormRecord('video', props.initial.id)}
      accept="video/*"
      maxBytes={limit}
      onFilesChange={([video]) => {
        // Ready by the time the texts are filled in.
        if (isExtended && video) void posterOf(video)
      }}
      labels={
        isEdit
          ? {
              heading: t`Edit video`,
              files: t`New video (optional)`,
              choose: t`Choose video`,
            }
          : {
              heading: t`Add video`,
              files: t`Video`,
              choose: t`Choose video`,
            }
      }
    />
  )
}
