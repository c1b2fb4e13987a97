import { useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import type { FileRules, JudgedFiles } from './judge-files.ts'
import { formatFileSize, formatSizeLimit } from './money.tsx'
import styles from './refused-files.module.css'

interface RefusedFilesProps {
  judged: Omit<JudgedFiles, 'chosen'>
  rules: FileRules
}

/** Which of the offered files were not added, and why. */
export function RefusedFiles({ judged, rules: { accept, maxBytes = 0, maxFiles = 0 } }: RefusedFilesProps) {
  const { t, i18n } = useLingui()
  const limit = formatSizeLimit(maxBytes, i18n.locale)
  const kinds = namesOf(judged.wrongKind)
  const more = namesOf(judged.tooMany)
  const lines = [
    kinds && t`Not the right kind of file: ${kinds}`,
    ...judged.tooLarge.map(({ name, size }) => {
      const bytes = formatFileSize(size, i18n.locale)
      return accept === 'image/*'
        ? t`“${name}” has ${bytes}. A photo may have up to ${limit}, so it was not added.`
        : t`“${name}” has ${bytes}. A video may have up to ${limit}, so it was not added.`
    }),
    more && t`No more than ${maxFiles} at once. Not added: ${more}`,
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
