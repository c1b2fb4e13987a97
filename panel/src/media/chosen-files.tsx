import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatFileSize } from '../ui/format/money.tsx'
import { IconButton } from '../ui/layout/icon-button.tsx'
import styles from './chosen-files.module.css'
import { FilePreview } from './file-preview.tsx'
import { isHeic } from './judge-files.ts'

interface ChosenFilesProps {
  files: readonly File[]
  problemOf?: ((file: File) => string | undefined) | undefined
  isLocked?: boolean | undefined
  onRemove: (file: File) => void
}

/** What was chosen: preview, name, size, and a way to take each out. */
export function ChosenFiles({ files, problemOf, isLocked, onRemove }: ChosenFilesProps) {
  const { t, i18n } = useLingui()
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={t`Chosen files`}>
      {files.map((file) => {
        const words = wordsOn(file, problemOf?.(file))
        return (
          <li
            key={`${file.name} ${file.size} ${file.lastModified}`}
            className={styles.file}
            data-told={words ? true : undefined}
          >
            <FilePreview file={file} />
            <span className={styles.head}>
              <span className={styles.name}>{file.name}</span>
              <span className={styles.size}>{formatFileSize(file.size, i18n.locale)}</span>
            </span>
            <IconButton
              label={t`Remove ${file.name}`}
              icon={<X aria-hidden="true" />}
              disabled={isLocked}
              onClick={() => onRemove(file)}
            />
            {words && <div className={styles.words}>{words}</div>}
          </li>
        )
      })}
    </ul>
  )
}

/** What is wrong with a file; before anything is, what may become so. */
function wordsOn(file: File, problem: string | undefined): ReactNode {
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
      <Trans>A HEIC photo: most browsers cannot show it. If it is not accepted, send a screenshot of it.</Trans>
    </p>
  )
}
