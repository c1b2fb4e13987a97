import { useLingui } from '@lingui/react/macro'
import type { GalleryName } from '@sevadesk/contract/accounts/section.ts'
import { MediaForm, type MediaPageFormProps } from '../../media/media-form.tsx'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useMe } from '../../session/use-me.ts'
import { useSendPhotos } from './gallery-queries.ts'
import { usePartlySavedText } from './partly-saved-text.ts'

export function PhotoForm({ gallery, ...props }: MediaPageFormProps & { gallery: GalleryName }) {
  const { t } = useLingui()
  const send = useSendPhotos(gallery)
  const partlySavedText = usePartlySavedText()
  const limits = useMe()?.uploadLimits
  const isEdit = props.initial.id !== undefined
  const title = t({ message: 'Title', context: 'of a photo' })

  return (
    <MediaForm
      {...props}
      send={send}
      record={useFormRecord('photo', props.initial.id, gallery)}
      partlySavedText={partlySavedText}
      accept="image/*"
      multiple={!isEdit}
      isTitleOptional
      maxBytes={limits?.photoBytes}
      maxFiles={limits?.photoFiles}
      labels={
        isEdit
          ? {
              heading: t`Edit photo`,
              title,
              files: t`New picture (optional)`,
              choose: t`Choose photo`,
            }
          : {
              heading: t`Add photos`,
              title,
              titleHint: t`Every photo that you choose below gets this title.`,
              files: t`Photos`,
              choose: t`Choose photos`,
              filesHint: t`You can choose several photos at once.`,
            }
      }
    />
  )
}
