import { useLingui } from '@lingui/react/macro'
import { MediaForm, type MediaPageFormProps } from '../../media/media-form.tsx'
import { useDraftStore } from '../../session/drafts/use-draft-store.ts'
import { useIsExtended } from '../../session/use-is-extended.ts'
import { useMe } from '../../session/use-me.ts'
import { useHomeVideoEditors, useSendHomeVideo } from './home-video-queries.ts'
import { posterOf } from './video-poster.ts'

export function HomeVideoForm(props: MediaPageFormProps) {
  const { t } = useLingui()
  const send = useSendHomeVideo()
  const store = useDraftStore('video', props.initial.id ?? 'new')
  const isExtended = useIsExtended()
  const limit = useMe()?.uploadLimits?.videoBytes
  const isEdit = props.initial.id !== undefined
  return (
    <MediaForm
      {...props}
      send={send}
      store={store}
      editors={useHomeVideoEditors(props.initial.id)}
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
