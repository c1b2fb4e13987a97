import type { FoundFile } from '../../media/disk-survey.ts'
import type { MediaFindings } from './media-check-service.ts'

/** Whether rows and files agree and there are no other files. */
export function isClean(findings: MediaFindings): boolean {
  const { missing, missingVersions, failedVersions, foreign } = findings
  const found = [unneeded(findings), missing, missingVersions, failedVersions, foreign]
  return found.every(({ length }) => length === 0)
}

/** What `--remove` deletes: files of SevaDesk that nothing needs. */
export function unneeded({ unnamed, strayVersions, forgotten }: MediaFindings): FoundFile[] {
  return [...unnamed, ...strayVersions, ...forgotten]
}

const HANDFUL = 10

/**
 * Whether `--remove` would delete all stored files, or more than ten and more than half of them.
 */
export function isMost({ files, unnamed, strayVersions }: MediaFindings): boolean {
  const leaving = unnamed.length + strayVersions.length
  return leaving > 0 && (leaving === files.length || (leaving > HANDFUL && leaving * 2 > files.length))
}

/** The findings in English, for the operator. */
export function describeFindings(findings: MediaFindings): string {
  const { files, rows, unnamed, strayVersions, forgotten, foreign, missing, missingVersions } = findings
  const { failedVersions } = findings
  const rowLine = ({ kind, id, title, path }: MediaFindings['missing'][number]) =>
    `${kind} ${id} ${JSON.stringify(title)}: ${path}`
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
      'part of an upload that nobody sends any more',
      'parts of uploads that nobody sends any more',
      forgotten,
    ),
    ...section(
      foreign,
      'entry that is not of SevaDesk and is left alone, whatever you ask for',
      'entries that are not of SevaDesk and are left alone, whatever you ask for',
    ),
    ...section(missing.map(rowLine), 'row whose file is missing', 'rows whose files are missing'),
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
