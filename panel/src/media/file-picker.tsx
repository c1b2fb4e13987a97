import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { FilePlus2, ImagePlus } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/base/button.tsx'
import { formatSizeLimit } from '../ui/format/money.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import styles from './file-picker.module.css'
import { type FileRules, type JudgedFiles, judgeFiles } from './judge-files.ts'
import { RefusedFiles } from './refused-files.tsx'
import { catchStrayFiles } from './stray-files.ts'

interface FilePickerProps extends Omit<FileRules, 'multiple'> {
  label: ReactNode
  /** The button's words, such as "Choose photos". */
  chooseLabel: string
  description?: string | undefined
  /** Several: what is chosen is added to what is there. One, the default: it takes its place. */
  multiple?: boolean | undefined
  files: readonly File[]
  onChange: (files: File[]) => void
  isDisabled?: boolean | undefined
  /** Words to mark a file with that was sent and not saved; `undefined` for any other. */
  problemOf?: ((file: File) => string | undefined) | undefined
}

const NONE_JUDGED: JudgedFiles = { chosen: [], wrongKind: [], tooLarge: [], tooMany: [] }

/**
 * Choose or drop files, see them, take any of them out again before they are sent. The system's own picker offers the accepted kind
 * alone; what is dropped is held to it too. Limits are told beforehand, and what is over them is not added.
 */
export function FilePicker(props: FilePickerProps) {
  const {
    label,
    chooseLabel,
    accept,
    multiple = false,
    maxBytes,
    maxFiles,
    files,
    onChange,
    isDisabled,
    problemOf,
  } = props
  const rules = { accept, multiple, maxBytes, maxFiles }
  const description = useDescription(props.description, rules)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLFieldSetElement>(null)
  const [judged, setJudged] = useState(NONE_JUDGED)
  const [isOver, setOver] = useState(false)

  // What was said of an offer is over when the chosen files are others, or on their way.
  if (judged !== NONE_JUDGED && (isDisabled || judged.chosen !== files)) setJudged(NONE_JUDGED)

  useEffect(() => catchStrayFiles(window), [])

  function take(offered: File[]) {
    if (isDisabled || offered.length === 0) return
    const next = judgeFiles(offered, files, rules)
    setJudged(next)
    onChange(next.chosen)
  }

  function choose(event: ChangeEvent<HTMLInputElement>) {
    take([...(event.target.files ?? [])])
    event.target.value = '' // so that a file taken out can be chosen again
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }

  /** Focus goes to the next file's button, or back to where files are chosen. */
  function remove(file: File) {
    const place = files.indexOf(file)
    flushSync(() => onChange(files.filter((other) => other !== file)))
    const buttons = picker.current?.querySelectorAll<HTMLElement>('li button') ?? []
    const next = buttons[place] ?? buttons[place - 1] ?? picker.current?.querySelector('button')
    next?.focus()
  }

  return (
    <fieldset
      ref={picker}
      className={styles.picker}
      aria-describedby={description ? `${id}-description` : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!isDisabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className={styles.label}>{label}</legend>
      {description && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      <input ref={input} hidden type="file" accept={accept} multiple={multiple} onChange={choose} />
      <div className={styles.zone} data-over={isOver || undefined}>
        <Button
          icon={accept === 'image/*' ? <ImagePlus aria-hidden="true" /> : <FilePlus2 aria-hidden="true" />}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          {chooseLabel}
        </Button>
        <span className={styles.hint}>
          {multiple ? <Trans>or drop them here</Trans> : <Trans>or drop it here</Trans>}
        </span>
      </div>
      <RefusedFiles judged={judged} rules={rules} />
      <p className={styles.count} role="status">
        {files.length > 0 && <Plural value={files.length} one="# file chosen" other="# files chosen" />}
      </p>
      <ChosenFiles files={files} problemOf={problemOf} isLocked={isDisabled} onRemove={remove} />
    </fieldset>
  )
}

/** What the caller says of the files, and the limits. */
function useDescription(words: string | undefined, { accept, multiple, maxBytes, maxFiles }: FileRules): string {
  const { t, i18n } = useLingui()
  const size = Number.isFinite(maxBytes) && formatSizeLimit(maxBytes ?? 0, i18n.locale)
  const ofPhotos = size && t`A photo may be up to ${size}.`
  const ofVideos = size && t`A video may be up to ${size}.`
  const ofNumber = multiple && Number.isFinite(maxFiles) && t`At most ${maxFiles} at once.`
  return [words, accept === 'image/*' ? ofPhotos : ofVideos, ofNumber].filter(Boolean).join(' ')
}
