import { toPlainForm } from '../base/normalise-text.ts'
import type { DonorKind } from './donor.ts'

const PAN = /^[A-Z]{5}[0-9]{4}[A-Z]$/

/**
 * The kinds of donor that the fourth letter of a PAN allows. P person, H Hindu undivided family, C
 * company, F firm, E limited liability partnership, T and K trust, A association, B body of
 * individuals, J artificial person, L local authority, G government.
 */
const KINDS_BY_LETTER: Readonly<Record<string, readonly DonorKind[]>> = {
  P: ['person'],
  H: ['family'],
  C: ['company'],
  F: ['company'],
  E: ['company'],
  T: ['trust'],
  K: ['trust'],
  A: ['trust'],
  B: ['trust'],
  J: ['trust'],
  L: [],
  G: [],
}

/** Removes spaces and dashes, and writes capital letters. */
export function normalisePan(text: string): string {
  return toPlainForm(text).replace(/[ -]/g, '').toUpperCase()
}

/** Whether a normalised PAN has five letters, four digits and a letter. */
export function hasPanShape(pan: string): boolean {
  return PAN.test(pan)
}

/**
 * What is odd about a normalised PAN of a donor of this kind. `letter`: no holder that we know has
 * this fourth letter, which calls for a warning only. `kind`: the letter is that of another kind.
 */
export function panProblem(pan: string, kind: DonorKind): 'shape' | 'letter' | 'kind' | undefined {
  if (!hasPanShape(pan)) return 'shape'
  const kinds = KINDS_BY_LETTER[pan.charAt(3)]
  if (!kinds) return 'letter'
  return kind === 'unknown' || kinds.includes(kind) ? undefined : 'kind'
}

/** The kind of donor that a PAN belongs to; `unknown` if its fourth letter does not tell. */
export function kindOfPan(pan: string): DonorKind {
  return KINDS_BY_LETTER[pan.charAt(3)]?.[0] ?? 'unknown'
}

/** Characters of an identity number that stay readable. */
const SHOWN = 4

/** `ABCPE1234F` becomes `••••••234F`. */
export function maskNumber(text: string): string {
  return '•'.repeat(Math.max(0, text.length - SHOWN)) + text.slice(-SHOWN)
}
