import type { FieldChoices as Contract } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import { type FilterField, listFieldChoices } from '@sevadesk/contract/donations/donation-groups.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { dataOf } from '../api/read-response.ts'
import { DONATIONS_KEY } from './query-keys.ts'

/** An entry of a list, or a text. */
interface FieldChoice {
  value: string
  nameEn: string
  nameHi: string
  isRetired: boolean
}

export type FieldChoices = Readonly<Record<FilterField, readonly FieldChoice[]>>

/** The values of the fields of donations. No toast on failure. */
export const fieldChoicesQuery = queryOptions({
  queryKey: [...DONATIONS_KEY, 'fields'],
  queryFn: async ({ signal }): Promise<FieldChoices> => {
    const { purposes, institutions, modes, collectors } = dataOf(await call(listFieldChoices, {}, { signal }))
    return {
      purpose: purposes.map(entryChoice),
      institution: institutions.map(entryChoice),
      mode: modes.map(textChoice),
      collector: collectors.map(textChoice),
    }
  },
})

function entryChoice({ _id, nameEn, nameHi, isRetired }: Contract['purposes'][number]): FieldChoice {
  return { value: _id, nameEn, nameHi, isRetired }
}

function textChoice(text: string): FieldChoice {
  return { value: text, nameEn: text, nameHi: text, isRetired: false }
}
