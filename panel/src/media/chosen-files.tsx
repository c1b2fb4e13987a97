import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import CircleAlert from '~icons/lucide/circle-alert'
import X from '~icons/lucide/x'
import { formatFileSize } from '../ui/format/money.tsx'
import { IconButton } from '../ui/layout/icon-button.tsx'
import styles from './chosen-files.module.css'
import { FilePreview } from './file-preview.tsx'
import { fileKey, isHeic } from './validate-files.ts'

interface ChosenFilesProps {
  files: readonly File[]
  problemOf?: ((file: File) => string | undefined) | undefined
  /** The file that is sent for a chosen file; `undefined` until it is ready. */
  fileToSend: (file: File) => File | undefined
  isLocked?: boolean | undefined
  onRemove: (file: File) => void
}

/** The chosen files: preview, name, size, and a button to remove each. */
export function ChosenFiles({ files, problemOf, fileToSend, isLocked, onRemove }: ChosenFilesProps) {
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
      {files.map((file) => {
        const note = fileNote(file, problemOf?.(file))
        return (
          <li key={fileKey(file)} className={styles.file} data-noted={note ? true : undefined}>
            <FilePreview file={file} />
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
            {note && <div className={styles.words}>{note}</div>}
          </li>
        )
      })}
    </ul>
  )
}

function fileNote(file: File, problem: string | undefined): ReactNode {
  if (problem) {
    return (
      <p className={styles.problem}>
        <CircleAlert aria-hidden="true" />
        <span>{problem}</span>
      </p>
    )
  }
  if (!isHeic(file)) return null
  return (
    <p className={styles.note}>
      <Trans>
        This photo is in HEIC, the format of iPhones. Most browsers cannot show it. If it is not accepted, add a
        screenshot of it.
      </Trans>
    </p>
  )
}
