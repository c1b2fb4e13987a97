import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { TextField } from '../ui/base/text-field.tsx'
import { Choice } from '../ui/form/choice.tsx'
import { useFailureText } from '../ui/form/failure-text.ts'
import { FormPanel } from '../ui/form/form-panel.tsx'
import type { ConflictField } from '../ui/form/use-conflict.ts'
import { type FormParts, fieldProps } from '../ui/form/use-form.ts'
import type { PageFormProps } from '../ui/form/use-page-form.ts'
import type { FormRecord } from '../ui/form/use-record-form.tsx'
import { FilePicker } from './file-picker.tsx'
import { FilePreview } from './file-preview.tsx'
import mediaConflictFieldsStyles from './media-conflict-fields.module.css'
import styles from './media-form.module.css'
import type { MediaDraft } from './media-item.ts'
import { PartlySavedError } from './upload-failure.ts'
import { UploadProgress, UploadStopped } from './upload-progress.tsx'
import { useFocusAfterCancel } from './use-focus-after-cancel.ts'
import { type SendDraft, useMediaForm } from './use-media-form.ts'
import type { FileRules, MediaKind } from './validate-files.ts'

export interface MediaPageFormProps extends PageFormProps<MediaDraft> {
  /** The picture or video of the edited item, if it has one. */
  current?: ReactNode
  /** Reads a record of the server into a draft; `undefined` if it is none. */
  readDraft?: (record: unknown) => MediaDraft | undefined
}

interface MediaFormLabels {
  /** "Add photos", "Edit photo" */
  heading: string
  /** Default: "Title". */
  title?: string | undefined
  /** Below the title field. */
  titleHint?: string | undefined
  /** Label, button and description of the file picker. The limits follow the description. */
  files: string
  choose: string
  filesHint?: string | undefined
}

/** What the fields between title and description need. */
export type MediaDetailsProps = FormParts<MediaDraft>

interface MediaFormProps extends MediaPageFormProps, Omit<FileRules, 'accept' | 'multiple'> {
  accept: MediaKind
  send: SendDraft
  record: FormRecord
  labels: MediaFormLabels
  /** Describes a `PartlySavedError`; needed if `send` can reject with one. */
  partlySavedText?: ((error: PartlySavedError) => string) | undefined
  /** Allows several files, each of which becomes its own record. */
  multiple?: boolean | undefined
  isTitleOptional?: boolean | undefined
  /** Called when the user chooses or removes files. */
  onFilesChange?: ((files: readonly File[]) => void) | undefined
  /** The details to compare if others saved meanwhile. */
  detailFields?: readonly ConflictField<MediaDraft>[]
  renderDetails?: ((form: MediaDetailsProps) => ReactNode) | undefined
}

/** Title, description and files. The draft is sent as entered; the server validates it. */
export function MediaForm(props: MediaFormProps) {
  const { send, labels, partlySavedText, accept, multiple = false, maxBytes, maxFiles, focusRequest } = props
  const { t } = useLingui()
  const failureText = useFailureText()
  const conflictFields = useMediaConflictFields(props)
  const form = useMediaForm(send, { ...props, conflictFields })
  const { draft, change, isSaving, upload, failure } = form
  const partlySaved = failure?.error instanceof PartlySavedError ? failure.error : undefined
  const partlySavedMessage = partlySaved && partlySavedText?.(partlySaved)
  const isConflict = failure !== undefined && form.conflict?.explains(failure.error)
  const saveButton = useFocusAfterCancel(isSaving, upload.percent)

  function problemOf(file: File): string | undefined {
    const refusal = partlySaved?.refusals.get(file)
    if (refusal) return failureText(refusal)
    if (!failure || isConflict || failure.isCancelled || failure.unknownOutcome) return undefined
    if (failure.refused.includes(file)) return t`Not accepted`
    return form.generalError && failure.refused.length === 0 ? t`Not saved` : undefined
  }

  /** A cancelled upload is not an error: the status beside the buttons reports it. */
  function errorText(): string | undefined {
    if (!failure || failure.isCancelled || !form.generalError || isConflict) return undefined
    if (partlySavedMessage) return partlySavedMessage
    return form.errorMessage
  }

  function chooseAgainText(): string {
    if (accept === 'video/*') return t`The video that you had chosen is not kept. Choose it again.`
    return multiple
      ? t`The photos that you had chosen are not kept. Choose the photos again.`
      : t`The photo that you had chosen is not kept. Choose it again.`
  }

  function preparingText(): string | undefined {
    if (!form.isPreparing) return undefined
    return accept === 'image/*' ? t`Making the photos smaller…` : t`Preparing the video…`
  }

  function stoppedText(): string | undefined {
    return failure?.isCancelled ? partlySavedMessage : partlySaved && t`“Save” sends only the remaining files.`
  }

  return (
    <FormPanel
      form={{ ...form, errorMessage: errorText() }}
      title={labels.heading}
      focusRequest={focusRequest}
      chooseAgain={draft.files.length === 0 ? chooseAgainText() : undefined}
      status={
        <>
          {isSaving && (
            <UploadProgress
              upload={upload}
              preparing={preparingText()}
              sending={form.isOneByOne ? t`Sending one by one…` : undefined}
              onCancel={form.cancel}
            />
          )}
          {failure && <UploadStopped failure={failure} text={stoppedText()} />}
        </>
      }
      saveButton={saveButton}
    >
      <TextField
        {...fieldProps(form, 'title')}
        label={labels.title ?? t`Title`}
        labelNote={props.isTitleOptional && t`(optional)`}
        description={labels.titleHint}
        autoComplete="off"
      />
      {props.renderDetails?.(form)}
      <TextField
        {...fieldProps(form, 'description')}
        label={t`Description`}
        labelNote={t`(optional)`}
        multiline
        autoComplete="off"
      />
      {props.current && (
        <CurrentMedia kind={accept} isReplaced={draft.files.length > 0}>
          {props.current}
        </CurrentMedia>
      )}
      <FilePicker
        label={labels.files}
        chooseLabel={labels.choose}
        description={labels.filesHint}
        rules={{ accept, multiple, maxBytes, maxFiles }}
        files={draft.files}
        fileToSend={form.fileToSend}
        onChange={(files) => {
          change({ files })
          props.onFilesChange?.(files)
        }}
        isDisabled={isSaving}
        problemOf={problemOf}
        errorMessage={form.fileError}
      />
      {accept === 'image/*' && (
        <Choice
          type="checkbox"
          role="switch"
          name="sendOriginal"
          label={t`Send the original`}
          note={t`Otherwise photos are made smaller first, so that they arrive sooner.`}
          checked={draft.sendOriginal === true}
          isReadOnly={isSaving}
          onChange={(sendOriginal) => change({ sendOriginal })}
        />
      )}
    </FormPanel>
  )
}

interface CurrentMediaProps {
  kind: MediaKind
  isReplaced: boolean
  children: ReactNode
}

/** The picture or video that an item has while it is edited, and whether it stays. */
function CurrentMedia({ kind, isReplaced, children }: CurrentMediaProps) {
  const { t } = useLingui()

  function caption(): string {
    if (kind === 'image/*') {
      return isReplaced ? t`Saving replaces this picture.` : t`This picture stays unless you choose another.`
    }
    return isReplaced ? t`Saving replaces this video.` : t`This video stays unless you choose another.`
  }

  return (
    <figure className={styles.current} data-replaced={isReplaced || undefined}>
      <div className={styles.media}>{children}</div>
      <figcaption className={styles.caption}>{caption()}</figcaption>
    </figure>
  )
}

interface ConflictFieldOptions {
  labels: { title?: string | undefined }
  accept: MediaKind
  /** The picture or video that the server has now. */
  current?: ReactNode
  detailFields?: readonly ConflictField<MediaDraft>[]
}

/** What is compared if others saved a photo, video or event meanwhile, in the form's order. */
function useMediaConflictFields(options: ConflictFieldOptions): ConflictField<MediaDraft>[] {
  const { labels, accept, current, detailFields = [] } = options
  const { t } = useLingui()
  return [
    { name: 'title', label: labels.title ?? t`Title`, keys: ['title'], show: ({ title }) => title },
    ...detailFields,
    { name: 'description', label: t`Description`, keys: ['description'], show: ({ description }) => description },
    {
      name: 'media',
      label: accept === 'image/*' ? t`Picture` : t`Video`,
      keys: ['files'],
      comparable: ({ files, stored }) => (files.length > 0 ? 'chosen' : (stored ?? '')),
      show: ({ files: [file] }) =>
        file ? (
          <span className={mediaConflictFieldsStyles.file}>
            <FilePreview file={file} />
            {file.name}
          </span>
        ) : (
          current && (
            <span className={mediaConflictFieldsStyles.media} inert>
              {current}
            </span>
          )
        ),
    },
  ]
}
