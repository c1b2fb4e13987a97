import { type Difference, isRecord } from './find-differences.ts'

export interface Consequence {
  /** The panel makes up for it, so that nobody notices. */
  isHarmless: boolean
  panel: string
}

const harmless = (panel: string): Consequence => ({ isHarmless: true, panel })
const costs = (panel: string): Consequence => ({ isHarmless: false, panel })

/** What a field costs that is missing or of another kind, by its name. The others leave their place on the screen empty. */
const COSTS: Readonly<Record<string, string>> = {
  _id: 'The entry is shown, but cannot be edited or deleted.',
  sessionId: 'The session is shown, but cannot be ended.',
  imageUrl: 'A placeholder stands in place of the picture.',
  videoUrl: 'A placeholder stands in place of the video.',
  createdAt: 'No date is shown, and the entry may stand at the wrong place.',
  lastSeenAt: 'No time is shown.',
  amount: 'No amount is shown, and the sums do without it.',
  role: 'Whoever it is counts as an admin with the sections that are named.',
  sections: 'Whoever it is has no section and is led to /403.',
  token: 'There is no receipt to download.',
}

/** What the panel makes up for, whatever stands there. */
const MADE_UP_FOR: Readonly<Record<string, string>> = {
  sectionName: 'The panel goes by the gallery that it asked for.',
  signature: 'The panel never looks at it.',
  capabilities: 'The panel asks for nothing beyond the specification.',
  uploadLimits: 'The panel does not tell beforehand what is too large.',
  isCurrent: 'The panel marks a session as the current one where it alone is active.',
  isActive: 'The panel takes a session for active unless this is false, 0, "no" or "inactive".',
}

/** `entry` is the first record in which the field differs. */
export function consequenceOf({ path, expected, value }: Difference, entry: unknown): Consequence {
  const field = path.split('.').at(-1)?.replace(/\[\]$/, '') ?? ''
  const isMissing = value === undefined || value === null
  const madeUp = MADE_UP_FOR[field]
  if (madeUp) return harmless(madeUp)
  if (typeof value === 'number' && expected.startsWith('text'))
    return harmless(field.endsWith('At') ? 'The panel reads it as a date.' : 'The panel reads it as text.')
  if (field === 'amount' && typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value))
    return harmless('The panel reads it as a number.')
  if (isMissing && /(^|\| )null\b/.test(expected)) return harmless('For the panel it is the same as null.')
  if (isMissing && hasTwin(field, entry))
    return harmless('The panel takes what stands under the other name of the field.')
  if (field === 'currency' && isMissing) return harmless('The panel takes it for INR, as the specification says.')
  return costs(COSTS[field] ?? 'Its place on the screen stays empty.')
}

/** A field that goes by two names: an event's picture, and the id of a session. */
const TWINS: Readonly<Record<string, string>> = {
  image: 'imageUrl',
  imageUrl: 'image',
  sessionId: '_id',
  _id: 'sessionId',
}

function hasTwin(field: string, entry: unknown): boolean {
  const twin = TWINS[field]
  // An event without any picture is no fault either.
  if (!twin || !isRecord(entry)) return false
  const other = entry[twin]
  return typeof other === 'string' || typeof other === 'number'
}
