import { useLingui } from '@lingui/react/macro'
import { useMe } from '../../session/use-me.ts'
import { MediaForm, type MediaFormSlot } from '../../ui/media-form.tsx'
import { formatSizeLimit } from '../../ui/money.tsx'
import { useSendHomeVideo } from './home-video-queries.ts'

/** One new video, or one that is edited. */
export function HomeVideoForm(slot: MediaFormSlot) {
  const { t, i18n } = useLingui()
  const send = useSendHomeVideo()
  const limit = useMe()?.uploadLimits?.videoBytes
  const size = limit === undefined ? undefined : formatSizeLimit(limit, i18n.locale)
  const limitHint = size === undefined ? '' : t`A video may have up to ${size}.`
  const isEdit = slot.initial.id !== undefined
  return (
    <MediaForm
      {...slot}
      send={send}
      accept="video/*"
      words={
        isEdit
          ? {
              heading: t`Edit video`,
              files: t`New video (optional)`,
              choose: t`Choose video`,
              filesHint: `${t`Without one, the video stays as it is.`} ${limitHint}`.trim(),
            }
          : {
              heading: t`Add video`,
              files: t`Video`,
              choose: t`Choose video`,
              filesHint: limitHint,
            }
      }
    />
  )
}
