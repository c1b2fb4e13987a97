import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, FilePlus2, ImagePlus } from 'lucide-react'
import { type ChangeEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import styles from './file-picker.module.css'

interface FilePickerProps {
  label: ReactNode
  /** The button's words, such as "Choose photos". */
  chooseLabel: string
  description?: ReactNode
  /** A kind of file, such as `image/*`; the system's own picker offers no other, and what is dropped is held to it too. */
  accept: `${string}/*`
  /** Several: what is chosen is added to what is there. One: it takes its place. */
  multiple?: boolean | undefined
  files: readonly File[]
  onChange: (files: File[]) => void
  isDisabled?: boolean | undefined
  /** Words to mark a file with that was sent and not saved; `undefined` for any other. */
  problemOf?: ((file: File) => string | undefined) | undefined
}

/** Choose or drop files, see them, take any of them out again before they are sent. */
export function FilePicker(props: FilePickerProps) {
  const { label, chooseLabel, description, accept, multiple = false, files, onChange, isDisabled, problemOf } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string[]>([])
  const [isOver, setOver] = useState(false)

  function take(offered: File[]) {
    if (isDisabled || offered.length === 0) return
    const fitting = offered.filter((file) => file.type.startsWith(accept.slice(0, -1)))
    setRefused(offered.filter((file) => !fitting.includes(file)).map((file) => file.name))
    if (fitting.length === 0) return
    onChange(multiple ? withoutDoubles([...files, ...fitting]) : fitting.slice(0, 1))
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

  return (
    <fieldset
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
      {refused.length > 0 && <Refused names={refused} />}
      <p className={styles.count} role="status">
        {files.length > 0 && <Plural value={files.length} one="# file chosen" other="# files chosen" />}
      </p>
      <ChosenFiles
        files={files}
        problemOf={problemOf}
        isLocked={isDisabled}
        onRemove={(file) => onChange(files.filter((other) => other !== file))}
      />
    </fieldset>
  )
}

function Refused({ names }: { names: string[] }) {
  const { t } = useLingui()
  const list = names.join(', ')
  return (
    <p className={styles.refused} role="alert">
      <CircleAlert aria-hidden="true" />
      {t`Not the right kind of file: ${list}`}
    </p>
  )
}

/** The same file chosen twice is sent once. */
function withoutDoubles(files: File[]): File[] {
  const seen = new Map(files.map((file) => [`${file.name} ${file.size} ${file.lastModified}`, file]))
  return [...seen.values()]
}
