import { fieldsTakenWith, type TakenField } from '@sevadesk/contract/donors/donor-fields.ts'
import type { Donor } from '@sevadesk/contract/donors/donor-schemas.ts'
import { useDonorText } from '../../records/donor-words.ts'

const SEPARATORS: Readonly<Partial<Record<TakenField, string>>> = { address: '\n', otherId: ' ' }

/** Returns the text of a field together with those that a merge takes with it. */
export function useTakenText(): (field: TakenField, donor: Donor) => string {
  const textOf = useDonorText()
  return (field, donor) => {
    const texts = fieldsTakenWith(field).map((name) => textOf(name, donor[name]))
    return texts.filter(Boolean).join(SEPARATORS[field] ?? ', ')
  }
}
