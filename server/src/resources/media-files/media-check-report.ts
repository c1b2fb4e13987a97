import type { FoundFile } from '../../media/file-store.ts'
import type { MediaFindings } from './media-check-service.ts'

/** Whether the check found nothing wrong. */
export function isClean(findings: MediaFindings): boolean {
  const { missing, missingVersions, failedVersions, foreign } = findings
  const found = [removableFiles(findings), missing, missingVersions, failedVersions, foreign]
  return found.every(({ length }) => length === 0)
}

/** The files that `--remove` deletes: files of SevaDesk that nothing needs. */
export function removableFiles({ unnamed, strayVersions, forgotten }: MediaFindings): FoundFile[] {
  return [...unnamed, ...strayVersions, ...forgotten]
}

const MAX_REMOVED_WITHOUT_CONFIRMATION = 10

/**
 * Whether `--remove` would delete all stored files, or more than ten and more than half of them.
 */
export function wouldRemoveMostFiles(findings: MediaFindings): boolean {
  const { files, unnamed, strayVersions } = findings
  const removable = unnamed.length + strayVersions.length
  return removable > 0 && (removable === files.length || wouldRemoveManyFiles(findings))
}

/** Whether more than ten and more than half of the stored files would be deleted. */
export function wouldRemoveManyFiles({ files, unnamed, strayVersions }: MediaFindings): boolean {
  const removable = unnamed.length + strayVersions.length
  return removable > MAX_REMOVED_WITHOUT_CONFIRMATION && removable * 2 > files.length
}

export function describeRow({ kind, id, title, path }: MediaFindings['missing'][number]): string {
  return `${kind} ${id} ${JSON.stringify(title)}: ${path}`
}

/** The findings in English, for the operator. */
export function describeFindings(findings: MediaFindings): string {
  const { files, rows, unnamed, strayVersions, forgotten, foreign, missing, missingVersions } = findings
  const { failedVersions } = findings
  const parts = [
    `Looked at ${count(files.length, 'file')} (${size(total(files))}) and ${count(rows, 'row')} with a file.`,
    ...section(unnamed.map(fileLine), 'file that no row names', 'files that no row names', unnamed),
    ...section(
      strayVersions.map(fileLine),
      'smaller version that no picture lists',
      'smaller versions that no picture lists',
      strayVersions,
    ),
    ...section(
      forgotten.map(fileLine),
      'partial file of an interrupted upload',
      'partial files of interrupted uploads',
      forgotten,
    ),
    ...section(
      foreign,
      'entry that SevaDesk did not create; it is never removed',
      'entries that SevaDesk did not create; they are never removed',
    ),
    ...section(missing.map(describeRow), 'row whose file is missing', 'rows whose files are missing'),
    ...section(
      missingVersions.map(({ path }) => path),
      'smaller version that is missing',
      'smaller versions that are missing',
    ),
    ...section(
      failedVersions,
      'picture whose smaller versions could not be made',
      'pictures whose smaller versions could not be made',
    ),
  ]
  return parts.join('\n')
}

function section(lines: readonly string[], one: string, many: string, files?: readonly FoundFile[]): string[] {
  if (lines.length === 0) return []
  const bytes = files ? ` (${size(total(files))})` : ''
  const head = `${lines.length === 1 ? `1 ${one}` : `${number(lines.length)} ${many}`}${bytes}:`
  return ['', head, ...lines.map((line) => `  ${line}`)]
}

function fileLine({ path, bytes }: FoundFile): string {
  return `${path}  ${size(bytes)}`
}

export function total(files: readonly FoundFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

export function count(amount: number, noun: string): string {
  return `${number(amount)} ${noun}${amount === 1 ? '' : 's'}`
}

function number(amount: number): string {
  return amount.toLocaleString('en-IN')
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const

/** Formats bytes in steps of 1,000. */
export function size(bytes: number): string {
  let unit = 'bytes'
  let amount = bytes
  for (const larger of UNITS) {
    if (amount < 1000) break
    amount /= 1000
    unit = larger
  }
  return `${unit === 'bytes' || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${unit}`
}
