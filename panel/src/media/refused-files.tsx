import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import CircleAlert from '~icons/lucide/circle-alert'
import { formatFileSize, formatSizeLimit } from '../ui/format/money.tsx'
import styles from './refused-files.module.css'
import type { FileKind, FileRules, FileSelection } from './validate-files.ts'

interface RefusedFilesProps {
  selection: FileSelection
  rules: FileRules
}

/** Which of the offered files were not added, and why. */
export function RefusedFiles({ selection, rules }: RefusedFilesProps) {
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
