import { useLingui } from '@lingui/react/macro'
import type { GalleryName } from '@sevadesk/contract/section.ts'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFailureText } from '../../ui/failure-text.ts'
import { FilePicker } from '../../ui/file-picker.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { UploadProgress } from '../../ui/upload-progress.tsx'
import type { PhotoDraft } from './photo.ts'
import { usePhotoForm } from './use-photo-form.ts'

interface PhotoFormProps {
  gallery: GalleryName
  /** Empty for new photos; with an `id` for one that is edited. Give the form a `key` per photo. */
  initial: PhotoDraft
  onSaved: () => void
  onClose: () => void
  /** While something is on its way the page must not take the form away. */
  onSendingChange: (isSending: boolean) => void
}

/** Title, description and pictures. What was entered is sent as it is; the server says what is wrong with it. */
export function PhotoForm({ gallery, initial, onSaved, onClose, onSendingChange }: PhotoFormProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const form = usePhotoForm(gallery, initial, onSaved)
  const { draft, change, state } = form
  const isEdit = draft.id !== undefined
  const isSending = state.kind === 'sending'

  useEffect(() => {
    onSendingChange(isSending)
    return () => onSendingChange(false)
  }, [isSending, onSendingChange])

  function problemOf(file: File): string | undefined {
    if (state.kind !== 'failed') return undefined
    if (form.refusedFiles.length === 0) return t`Not saved`
    return form.refusedFiles.includes(file) ? t`Not accepted` : undefined
  }

  return (
    <FormPanel
      title={isEdit ? t`Edit photo` : t`Add photos`}
      errorMessage={form.failure && failureText(form.failure)}
      onSubmit={form.save}
      actions={
        <>
          <UploadProgress state={state} onCancel={form.cancel} onRetry={form.save} />
          <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Saving...`}>
            {isEdit ? t`Save changes` : t`Save`}
          </Button>
          <Button disabled={isSending} onClick={onClose}>
            {t`Close`}
          </Button>
        </>
      }
    >
      <TextField
        label={t`Title`}
        name="title"
        value={draft.title}
        onChange={(title) => change({ title })}
        description={isEdit ? undefined : t`Every photo that you choose below gets this title.`}
        autoComplete="off"
        readOnly={isSending}
      />
      <TextField
        label={t`Description`}
        name="description"
        multiline
        value={draft.description}
        onChange={(description) => change({ description })}
        autoComplete="off"
        readOnly={isSending}
      />
      <FilePicker
        label={isEdit ? t`New picture (optional)` : t`Photos`}
        chooseLabel={isEdit ? t`Choose photo` : t`Choose photos`}
        description={isEdit ? t`Without one, the picture stays as it is.` : t`You can choose several at once.`}
        accept="image/*"
        multiple={!isEdit}
        files={draft.files}
        onChange={(files) => change({ files })}
        isDisabled={isSending}
        problemOf={problemOf}
      />
    </FormPanel>
  )
}
