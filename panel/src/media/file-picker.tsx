import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent as ReactDragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Pressable } from 'react-aria-components/Pressable'
import { flushSync } from 'react-dom'
import CircleAlert from '~icons/lucide/circle-alert'
import FilePlus2 from '~icons/lucide/file-plus-2'
import ImagePlus from '~icons/lucide/image-plus'
import X from '~icons/lucide/x'
import { Button } from '../ui/base/button.tsx'
import { FieldError } from '../ui/base/field-frame.tsx'
import { formatFileSize, formatSizeLimit } from '../ui/format/money.tsx'
import { IconButton } from '../ui/layout/icon-button.tsx'
import styles from './file-picker.module.css'
import { FilePreview } from './file-preview.tsx'
import {
  type FileKind,
  type FileRules,
  type FileSelection,
  fileKey,
  isHeic,
  losesMotion,
  selectFiles,
  useSizeProblem,
} from './validate-files.ts'

interface FilePickerProps {
  label: ReactNode
  /** "Choose photos" */
  chooseLabel: string
  description?: string | undefined
  rules: FileRules
  files: readonly File[]
  /** The file that is sent for a chosen file; `undefined` until it is ready. Default: the same. */
  fileToSend?: ((file: File) => File | undefined) | undefined
  onChange: (files: File[]) => void
  isDisabled?: boolean | undefined
  /** Why the server refused the choice, such as a missing file. */
  errorMessage?: string | undefined
  /** Why a file was not saved. */
  problemOf?: ((file: File) => string | undefined) | undefined
}

/**
 * Lets the user choose or drop files, preview them, and remove any before sending. React Aria's
 * `DropZone` would add 22 kB compressed, and its built-in texts have no Hindi.
 */
export function FilePicker(props: FilePickerProps) {
  const { label, chooseLabel, rules, files, onChange, isDisabled = false, problemOf, errorMessage } = props
  const { fileToSend = (file: File) => file } = props
  const { accept, multiple } = rules
  const sizeProblem = useSizeProblem(rules.maxBytes)
  const description = useDescription(props.description, rules)
  const id = useId()
  const describedBy = [description && `${id}-description`, errorMessage && `${id}-error`].filter(Boolean).join(' ')
  const picker = useRef<HTMLFieldSetElement>(null)
  const [selection, setSelection] = useState<FileSelection>()
  const [isDropTarget, setDropTarget] = useState(false)

  // Refusals no longer apply once the selection changes or is sent.
  if (selection && (isDisabled || selection.selected !== files)) setSelection(undefined)

  useEffect(() => preventFileOpen(window), [])

  function problemOfSent(file: File): string | undefined {
    const sent = fileToSend(file)
    return sent && sizeProblem(sent)
  }

  function add(offered: readonly File[]) {
    if (isDisabled || offered.length === 0) return
    const next = selectFiles(offered, files, rules)
    setSelection(next)
    onChange(next.selected)
  }

  function drop(event: ReactDragEvent) {
    event.preventDefault()
    setDropTarget(false)
    add([...event.dataTransfer.files])
  }

  /** Moves focus to a neighbouring file's button, or to the button that chooses files. */
  function remove(file: File) {
    const index = files.indexOf(file)
    flushSync(() => onChange(files.filter((other) => other !== file)))
    const buttons = picker.current?.querySelectorAll<HTMLElement>('li button') ?? []
    const next = buttons[index] ?? buttons[index - 1] ?? picker.current?.querySelector('button')
    next?.focus()
  }

  return (
    <fieldset
      ref={picker}
      className={styles.picker}
      data-invalid={errorMessage ? true : undefined}
      aria-describedby={describedBy || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setDropTarget(!isDisabled)
      }}
      onDragLeave={() => setDropTarget(false)}
      onDrop={drop}
    >
      <legend className={styles.label}>{label}</legend>
      {description && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      <div className={styles.zone} data-over={isDropTarget || undefined}>
        <FileTrigger
          acceptedFileTypes={[accept]}
          allowsMultiple={multiple}
          onSelect={(list) => add(list ? [...list] : [])}
        >
          <Pressable isDisabled={isDisabled}>
            <Button
              icon={accept === 'image/*' ? <ImagePlus aria-hidden="true" /> : <FilePlus2 aria-hidden="true" />}
              disabled={isDisabled}
            >
              {chooseLabel}
            </Button>
          </Pressable>
        </FileTrigger>
        <span className={styles.hint}>
          {multiple ? <Trans>or drop them here</Trans> : <Trans>or drop it here</Trans>}
        </span>
      </div>
      <FieldError id={id}>{errorMessage}</FieldError>
      {selection && <RefusedFiles selection={selection} rules={rules} />}
      <p className={styles.count} role="status">
        {files.length > 0 && <Plural value={files.length} one="# file chosen" other="# files chosen" />}
      </p>
      <ChosenFiles
        files={files}
        problemOf={(file) => problemOf?.(file) ?? problemOfSent(file)}
        fileToSend={fileToSend}
        // Only our server states its limits.
        isOurServer={Number.isFinite(rules.maxBytes)}
        isLocked={isDisabled}
        onRemove={remove}
      />
    </fieldset>
  )
}

/** The caller's description, followed by the limits. */
function useDescription(text: string | undefined, { accept, multiple, maxBytes, maxFiles }: FileRules): string {
  const { t, i18n } = useLingui()
  const size = Number.isFinite(maxBytes) && formatSizeLimit(maxBytes ?? 0, i18n.locale)
  const limits: Readonly<Record<FileKind, string>> = {
    'image/*': t`A photo may be up to ${size}.`,
    'video/*': t`A video may be up to ${size}.`,
    'application/pdf': t`A PDF file may be up to ${size}.`,
  }
  const countLimit = multiple && Number.isFinite(maxFiles) && t`At most ${maxFiles} files at once.`
  return [text, size && limits[accept], countLimit].filter(Boolean).join(' ')
}

/**
 * Stops the browser from opening a file that is dropped beside the picker, which would replace the
 * page and lose what was typed. Returns a function that removes the listeners.
 */
function preventFileOpen(target: Window): () => void {
  target.addEventListener('dragover', refuseFiles)
  target.addEventListener('drop', refuseFiles)
  return () => {
    target.removeEventListener('dragover', refuseFiles)
    target.removeEventListener('drop', refuseFiles)
  }
}

function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

interface ChosenFilesProps {
  files: readonly File[]
  problemOf?: ((file: File) => string | undefined) | undefined
  /** The file that is sent for a chosen file; `undefined` until it is ready. */
  fileToSend: (file: File) => File | undefined
  isOurServer: boolean
  isLocked?: boolean | undefined
  onRemove: (file: File) => void
}

/** The chosen files: preview, name, size, and a button to remove each. */
function ChosenFiles({ files, problemOf, fileToSend, isOurServer, isLocked, onRemove }: ChosenFilesProps) {
  const { t, i18n } = useLingui()

  function sizeText(file: File): string {
    const sent = fileToSend(file)
    const original = formatFileSize(file.size, i18n.locale)
    if (!sent) return t`Making it smaller…`
    if (sent === file) return original
    const size = formatFileSize(sent.size, i18n.locale)
    return t`${size} instead of ${original}`
  }

  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={t`Chosen files`}>
      {files.map((file) => (
        <ChosenFile key={fileKey(file)} file={file} problem={problemOf?.(file)} isOurServer={isOurServer}>
          <span className={styles.head}>
            <span className={styles.name}>{file.name}</span>
            <span className={styles.size}>{sizeText(file)}</span>
          </span>
          <IconButton
            label={t`Remove ${file.name}`}
            icon={<X aria-hidden="true" />}
            disabled={isLocked}
            onClick={() => onRemove(file)}
          />
        </ChosenFile>
      ))}
    </ul>
  )
}

interface ChosenFileProps extends Pick<ChosenFilesProps, 'isOurServer'> {
  file: File
  problem: string | undefined
  children: ReactNode
}

function ChosenFile({ file, problem, isOurServer, children }: ChosenFileProps) {
  const [isBecomingStill, setBecomingStill] = useState(false)
  // An unreadable file fails when it is sent, where the failure is shown.
  useEffect(() => void (isOurServer && losesMotion(file).then(setBecomingStill, () => {})), [file, isOurServer])
  const note = fileNote(file, problem, isBecomingStill)
  return (
    <li className={styles.file} data-noted={note ? true : undefined}>
      <FilePreview file={file} />
      {children}
      <div className={styles.words} role="status">
        {note}
      </div>
    </li>
  )
}

function fileNote(file: File, problem: string | undefined, isBecomingStill: boolean): ReactNode {
  if (problem) {
    return (
      <p className={styles.problem}>
        <CircleAlert aria-hidden="true" />
        <span>{problem}</span>
      </p>
    )
  }
  if (!isHeic(file) && !isBecomingStill) return null
  return (
    <p className={styles.note}>
      {isBecomingStill ? (
        <Trans>
          This picture moves. It will be saved as a still picture. To keep it moving, choose a GIF or WebP file.
        </Trans>
      ) : (
        <Trans>
          This photo is in HEIC, the format of iPhones. Most browsers cannot show it. If it is not accepted, add a
          screenshot of it.
        </Trans>
      )}
    </p>
  )
}

interface RefusedFilesProps {
  selection: FileSelection
  rules: FileRules
}

/** Which of the offered files were not added, and why. */
function RefusedFiles({ selection, rules }: RefusedFilesProps) {
  const { t, i18n } = useLingui()
  const { accept, multiple, maxBytes = 0, maxFiles = 0 } = rules
  const limit = formatSizeLimit(maxBytes, i18n.locale)
  const wrongNames = namesOf(selection.wrongKind)
  const more = namesOf(selection.tooMany)
  const taken = namesOf(selection.selected)
  const wrong = selection.wrongKind.length
  const wrongKind: Readonly<Record<FileKind, () => string>> = {
    'image/*': () =>
      t`${plural(wrong, {
        one: `Not a photo: ${wrongNames}. Only photos can be added here.`,
        other: `Not photos: ${wrongNames}. Only photos can be added here.`,
      })}`,
    'video/*': () =>
      t`${plural(wrong, {
        one: `Not a video: ${wrongNames}. Only videos can be added here.`,
        other: `Not videos: ${wrongNames}. Only videos can be added here.`,
      })}`,
    'application/pdf': () =>
      t`${plural(wrong, {
        one: `Not a PDF file: ${wrongNames}. Only PDF files can be added here.`,
        other: `Not PDF files: ${wrongNames}. Only PDF files can be added here.`,
      })}`,
  }

  function tooLarge({ name, size }: File): string {
    const bytes = formatFileSize(size, i18n.locale)
    const sentences: Readonly<Record<FileKind, string>> = {
      'image/*': t`“${name}” is ${bytes}. A photo may be up to ${limit}, so it was not added.`,
      'video/*': t`“${name}” is ${bytes}. A video may be up to ${limit}, so it was not added.`,
      'application/pdf': t`“${name}” is ${bytes}. A PDF file may be up to ${limit}, so it was not added.`,
    }
    return sentences[accept]
  }

  const lines = [
    wrong > 0 ? wrongKind[accept]() : '',
    ...selection.tooLarge.map(tooLarge),
    more && !multiple ? t`You can choose only one file here. Added: “${taken}”. Not added: ${more}` : '',
    more && multiple ? t`You can add up to ${maxFiles} files at once. Not added: ${more}` : '',
  ].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <div role="alert">
      <ul className={styles.refused}>
        {lines.map((line) => (
          <li key={line} className={styles.line}>
            <CircleAlert aria-hidden="true" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function namesOf(files: readonly File[]): string {
  return files.map(({ name }) => name).join(', ')
}
