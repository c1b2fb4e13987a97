import type { DonorKind } from '@sevadesk/contract/donors/donor.ts'
import { panProblem } from '@sevadesk/contract/donors/pan.ts'
import type { LocalisedText } from './localised-text.ts'

const PAN_SHAPE = {
  en: 'A PAN has five letters, four digits and a letter, such as ABCPE1234F.',
  hi: 'पैन में पाँच अक्षर, चार अंक और एक अक्षर होते हैं, जैसे ABCPE1234F।',
}
const HOLDERS: Readonly<Record<DonorKind, LocalisedText>> = {
  person: { en: 'P for a person', hi: 'व्यक्ति के लिए P' },
  family: { en: 'H for a family (HUF)', hi: 'परिवार (HUF) के लिए H' },
  company: { en: 'C or F for a company', hi: 'कंपनी के लिए C या F' },
  trust: { en: 'T, A, B or J for a trust', hi: 'ट्रस्ट के लिए T, A, B या J' },
  unknown: { en: 'P, H, C, F, T, A, B, J, L or G', hi: 'P, H, C, F, T, A, B, J, L या G' },
}

/** Why the PAN cannot be that of such a donor; undefined if it can. */
export function panSentence(pan: string, kind: DonorKind): LocalisedText | undefined {
  const problem = panProblem(pan, kind)
  if (problem === undefined) return undefined
  if (problem === 'shape') return PAN_SHAPE
  const holder = HOLDERS[problem === 'letter' ? 'unknown' : kind]
  return {
    en: `The fourth letter of this PAN is ${pan.charAt(3)}; it must be ${holder.en}.`,
    hi: `इस पैन का चौथा अक्षर ${pan.charAt(3)} है; यहाँ यह होना चाहिए: ${holder.hi}।`,
  }
}

export function wrongCountryCode(phone: string): LocalisedText {
  return {
    en: `${phone} has 12 digits but does not begin with 91. Check it; begin a foreign number with +.`,
    hi: `${phone} में 12 अंक हैं, पर वह 91 से शुरू नहीं होता। जाँच लें; विदेशी नंबर + से शुरू करें।`,
  }
}
