import { useLingui } from '@lingui/react/macro'
import { MediaForm, type MediaFormSlot } from '../../media/media-form.tsx'
import { useMe } from '../../session/use-me.ts'
import { useSendHomeVideo } from './home-video-queries.ts'

/** One new video, or one that is edited. */
export function HomeVideoForm(slot: MediaFormSlot) {
  const { t } = useLingui()
  const send = useSendHomeVideo()
  const limit = useMe()?.uploadLimits?.videoBytes
  const isEdit = slot.initial.id !== undefined
  return (
    <MediaForm
      {...slot}
      send={send}
      accept="video/*"
      maxBytes={limit}
      words={
        isEdit
          ? {
              heading: t`Edit video`,
              files: t`New video (optional)`,
              choose: t`Choose video`,
              filesHint: t`Without one, the video stays as it is.`,
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
