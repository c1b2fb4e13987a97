import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { TextField } from '../ui/base/text-field.tsx'
import { useFailureText } from '../ui/form/failure-text.ts'
import { FormActions } from '../ui/form/form-actions.tsx'
import { FormPanel } from '../ui/form/form-panel.tsx'
import { FilePicker } from './file-picker.tsx'
import type { MediaDraft } from './media-draft.ts'
import { PartlySaved } from './partly-saved.ts'
import { UploadProgress, UploadStopped } from './upload-progress.tsx'
import { type SendDraft, useMediaForm } from './use-media-form.ts'

/** What a `MediaPage` hands to the form that it opens. */
export interface MediaFormSlot {
  /** Empty for something new; with an `id` for what is edited. */
  initial: MediaDraft
  /** Counts how often the form was asked for while it was open; it comes into sight again each time. */
  calls: number
  onSaved: () => void
  /** Somebody wants it closed; what was entered may still be lost. */
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
  /** How a sending went of which a part was saved; needed by a `send` that rejects with `PartlySaved`. */
  partlySavedText?: ((outcome: PartlySaved) => string) | undefined
  accept: 'image/*' | 'video/*'
  /** Several files make one item each. */
  multiple?: boolean | undefined
  /** Limits that the backend told: the most bytes of one file, the most files of one sending. */
  maxBytes?: number | undefined
  maxFiles?: number | undefined
}

/** Title, description and files. What was entered is sent as it is; the server says what is wrong with it. */
export function MediaForm(props: MediaFormProps) {
  const { initial, send, words, partlySavedText, accept, multiple, maxBytes, maxFiles } = props
  const { calls, onSaved, onClose, onSendingChange } = props
  const { t } = useLingui()
  const failureText = useFailureText()
  const { draft, change, sending, failure, save, cancel } = useMediaForm({ initial, send, onSaved })
  const outcome = failure?.error instanceof PartlySaved ? failure.error : undefined
  const outcomeText = outcome && partlySavedText?.(outcome)
  const isSending = sending !== undefined
  const hasLeft = isSending && sending.percent >= 100
  const submit = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    onSendingChange(isSending)
    return () => onSendingChange(false)
  }, [isSending, onSendingChange])

  // The button that stops a sending takes focus with it when it goes.
  useEffect(() => {
    const mayStop = isSending && !hasLeft
    if (!mayStop && document.activeElement === document.body) submit.current?.focus()
  }, [isSending, hasLeft])

  function problemOf(file: File): string | undefined {
    const refusal = outcome?.refusals.get(file)
    if (refusal) return failureText(refusal)
    if (!failure || failure.isCancelled || failure.doubt) return undefined
    if (failure.refused.length === 0) return t`Not saved`
    return failure.refused.includes(file) ? t`Not accepted` : undefined
  }

  /** What stands in the form as its error. Who stopped it needs no error: the words beside the buttons say how far it came. */
  function errorText(): string | undefined {
    if (!failure || failure.isCancelled) return undefined
    return outcomeText ?? failureText(failure.error)
  }

  function stoppedWords(): string | undefined {
    return failure?.isCancelled ? outcomeText : outcome && t`“Try again” sends only what is left.`
  }

  const saveLabel = draft.id === undefined ? t`Save` : t`Save changes`
  return (
    <FormPanel
      title={words.heading}
      calls={calls}
      errorMessage={errorText()}
      onSubmit={save}
      actions={
        <>
          {sending && <UploadProgress state={sending} onCancel={cancel} />}
          {failure && <UploadStopped failure={failure} words={stoppedWords()} />}
          <FormActions
            saveRef={submit}
            saveLabel={saveLabel}
            isSaving={isSending}
            hasFailed={Boolean(failure)}
            onClose={onClose}
          />
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
