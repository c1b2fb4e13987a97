import type { DonorKind } from '@sevadesk/contract/donors/donor.ts'
import { panProblem } from '@sevadesk/contract/donors/pan.ts'
import { type LocalisedText, localised } from './localised-text.ts'

const PAN_SHAPE = localised('A PAN has five letters, four digits and a letter, such as ABCPE1234F.')
const HOLDERS: Readonly<Record<Exclude<DonorKind, 'unknown'>, LocalisedText>> = {
  person: localised('P for a person'),
  family: localised('H for a family (HUF)'),
  company: localised('C, F or E for a company'),
  trust: localised('T, A, B, J or K for a trust'),
}

/** Why the PAN cannot be that of such a donor; undefined if it can. An unknown letter is no reason. */
export function panSentence(pan: string, kind: DonorKind): LocalisedText | undefined {
  const problem = panProblem(pan, kind)
  if (problem === 'shape') return PAN_SHAPE
  if (problem !== 'kind' || kind === 'unknown') return undefined
  const holder = HOLDERS[kind]
  return localised('The fourth letter of this PAN is {letter}; it must be {holder}.', { letter: pan.charAt(3), holder })
}
