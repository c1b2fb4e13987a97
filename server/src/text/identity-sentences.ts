import type { DonorKind } from '@sevadesk/contract/donors/donor.ts'
import { panProblem } from '@sevadesk/contract/donors/pan.ts'
import { type LocalisedText, localised } from './localised-text.ts'

const PAN_SHAPE = localised('A PAN has five letters, four digits and a letter, such as ABCPE1234F.')
const HOLDERS: Readonly<Record<DonorKind, LocalisedText>> = {
  person: localised('P for a person'),
  family: localised('H for a family (HUF)'),
  company: localised('C or F for a company'),
  trust: localised('T, A, B or J for a trust'),
  unknown: localised('P, H, C, F, T, A, B, J, L or G'),
}

/** Why the PAN cannot be that of such a donor; undefined if it can. */
export function panSentence(pan: string, kind: DonorKind): LocalisedText | undefined {
  const problem = panProblem(pan, kind)
  if (problem === undefined) return undefined
  if (problem === 'shape') return PAN_SHAPE
  const holder = HOLDERS[problem === 'letter' ? 'unknown' : kind]
  return localised('The fourth letter of this PAN is {letter}; it must be {holder}.', { letter: pan.charAt(3), holder })
}
