import { type FilterField, listFieldChoices } from '@sevadesk/contract/donations/donation-groups.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { readRecord, readText, readTexts } from '../api/records/fields.ts'
import { DONATIONS_KEY } from './donation-ledger-query.ts'

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
    const data = readRecord(readRecord(await call(listFieldChoices, {}, { signal })).data)
    return {
      purpose: readEntries(data.purposes),
      institution: readEntries(data.institutions),
      mode: readTexts(data.modes).map(textChoice),
      collector: readTexts(data.collectors).map(textChoice),
    }
  },
})

function readEntries(value: unknown): FieldChoice[] {
  if (!Array.isArray(value)) return []
  return value.map(readRecord).flatMap(({ _id, nameEn, nameHi, isRetired }) => {
    const id = readText(_id)
    const names = { nameEn: readText(nameEn), nameHi: readText(nameHi) }
    return id === '' ? [] : [{ value: id, ...names, isRetired: isRetired === true }]
  })
}

function textChoice(text: string): FieldChoice {
  return { value: text, nameEn: text, nameHi: text, isRetired: false }
}
