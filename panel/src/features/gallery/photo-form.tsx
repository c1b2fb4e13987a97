import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { GalleryName } from '@sevadesk/contract/accounts/section.ts'
import { MediaForm, type MediaPageFormProps } from '../../media/media-form.tsx'
import { type PartlySavedError, unknownOutcomeOf } from '../../media/upload-failure.ts'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useMe } from '../../session/use-me.ts'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { useSendPhotos } from './gallery-queries.ts'
import { faultOf } from './send-batch.ts'

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

/** Describes a partly saved batch: the number of added photos, the refused ones, and the cause. */
function usePartlySavedText(): (outcome: PartlySavedError) => string {
  const { t } = useLingui()
  const failureText = useFailureText()
  return ({ saved, refusals, unsent, cause }) => {
    const total = saved.length + refusals.size + unsent.length
    const names = [...refusals.keys()].map(({ name }) => name).join(', ')
    const isStopped = cause instanceof Error
    const isFaulty = faultOf(cause) !== undefined && [...refusals.values()].some((refusal) => refusal === cause)
    const unknownOutcome = unknownOutcomeOf(cause)
    const [inDoubt] = unknownOutcome === 'repeats' ? unsent : []
    return [
      saved.length === 0 && !unknownOutcome && t`None of the ${total} photos was added.`,
      saved.length > 0 &&
        t`${plural(saved.length, {
          one: `# of ${total} photos was added.`,
          other: `# of ${total} photos were added.`,
        })}`,
      refusals.size > 0 && t`Not added: ${names}`,
      isFaulty && t`The server had an error, so the remaining photos were not sent.`,
      isStopped && !isFaulty && cause.name !== 'AbortError' && failureText(cause),
      inDoubt && t`“${inDoubt.name}” may have been added. Check the list below before you try again.`,
      isStopped && t`The other photos are still here.`,
    ]
      .filter(Boolean)
      .join(' ')
  }
}
