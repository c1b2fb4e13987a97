import { type Difference, isRecord } from './find-differences.ts'

/** Fields that the panel does not need. */
const OPTIONAL = ['sectionName', 'signature', 'level', 'uploadLimits', 'isCurrent', 'isActive']

/** The panel reads either field. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  image: 'imageUrl',
  imageUrl: 'image',
  sessionId: '_id',
  _id: 'sessionId',
}

/** Whether the panel compensates for a difference. `entry` is the first record with it. */
export function isTolerated({ path, expected, value }: Difference, entry: unknown): boolean {
  const field = path.split('.').at(-1)?.replace(/\[\]$/, '') ?? ''
  if (OPTIONAL.includes(field)) return true
  if (typeof value === 'number' && expected.startsWith('text')) return true
  if (field === 'amount' && typeof value === 'string') return /^\s*-?\d+(\.\d+)?\s*$/.test(value)
  if (value !== undefined && value !== null) return false
  return field === 'currency' || /(^|\| )null\b/.test(expected) || hasAlternative(field, entry)
}

function hasAlternative(field: string, entry: unknown): boolean {
  const alternative = ALTERNATIVES[field]
  if (!alternative || !isRecord(entry)) return false
  return ['string', 'number'].includes(typeof entry[alternative])
}
