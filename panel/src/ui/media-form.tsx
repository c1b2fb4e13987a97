import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Button } from './button.tsx'
import { useFailureText } from './failure-text.ts'
import { FilePicker } from './file-picker.tsx'
import { FormPanel } from './form-panel.tsx'
import type { MediaDraft } from './media-draft.ts'
import { PartlySaved } from './partly-saved.ts'
import { usePartlySavedText } from './partly-saved-text.ts'
import { TextField } from './text-field.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { type SendDraft, useMediaForm } from './use-media-form.ts'

/** What a `MediaPage` hands to the form that it opens. */
export interface MediaFormSlot {
  /** Empty for something new; with an `id` for what is edited. */
  initial: MediaDraft
  onSaved: () => void
  onClose: () => void
  /** While something is on its way the page must not take the form away. */
  onSendingChange: (isSending: boolean) => void
}

interface MediaFormWords {
  /** "Add photos", "Edit photo" */
  heading: string
  /** Below the title field. */
  titleHint?: string | undefined
  /** The file picker's label, its button and a line below the label, to which the limits are added. */
  files: string
  choose: string
  filesHint?: string | undefined
}

interface MediaFormProps extends MediaFormSlot {
  send: SendDraft
  words: MediaFormWords
  accept: 'image/*' | 'video/*'
  /** Several files make one item each. */
  multiple?: boolean | undefined
  /** Limits that the backend told: the most bytes of one file, the most files of one sending. */
  maxBytes?: number | undefined
  maxFiles?: number | undefined
}

/** Title, description and files. What was entered is sent as it is; the server says what is wrong with it. */
export function MediaForm(props: MediaFormProps) {
  const { initial, send, words, accept, multiple, maxBytes, maxFiles, onSaved, onClose, onSendingChange } = props
  const { t } = useLingui()
  const failureText = useFailureText()
  const form = useMediaForm({ initial, send, onSaved })
  const { draft, change, state, failure } = form
  const outcome = failure instanceof PartlySaved ? failure : undefined
  const outcomeText = usePartlySavedText()
  const isSending = state.kind === 'sending'

  useEffect(() => {
    onSendingChange(isSending)
    return () => onSendingChange(false)
  }, [isSending, onSendingChange])

  function problemOf(file: File): string | undefined {
    const refusal = outcome?.refusals.get(file)
    if (refusal) return failureText(refusal)
    if (state.kind !== 'failed') return undefined
    if (form.refusedFiles.length === 0) return t`Not saved`
    return form.refusedFiles.includes(file) ? t`Not accepted` : undefined
  }

  /** What stands in the form as its error. Who stopped it needs no error: the words beside "Try again" say how far it came. */
  function errorText(): string | undefined {
    if (!failure || state.kind !== 'failed') return undefined
    return outcome ? outcomeText(outcome) : failureText(failure)
  }

  function partlyWords(): string | undefined {
    if (!outcome) return undefined
    return state.kind === 'cancelled' ? outcomeText(outcome) : t`“Try again” sends only what is left.`
  }

  return (
    <FormPanel
      title={words.heading}
      errorMessage={errorText()}
      onSubmit={form.save}
      actions={
        <>
          <UploadProgress state={state} partlyWords={partlyWords()} onCancel={form.cancel} onRetry={form.save} />
          <Button type="submit" variant="primary" isPending={isSending} pendingLabel={t`Saving...`}>
            {draft.id === undefined ? t`Save` : t`Save changes`}
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
        description={words.titleHint}
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
        label={words.files}
        chooseLabel={words.choose}
        description={words.filesHint}
        accept={accept}
        multiple={multiple}
        maxBytes={maxBytes}
        maxFiles={maxFiles}
        files={draft.files}
        onChange={(files) => change({ files })}
        isDisabled={isSending}
        problemOf={problemOf}
      />
    </FormPanel>
  )
}
