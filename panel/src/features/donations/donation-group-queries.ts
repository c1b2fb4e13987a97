import { DONATIONS_GROUPS } from '@sevadesk/contract/donations/donation.ts'
import type { DonationGroup, GroupSums } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import {
  type FilterField,
  type Grouping,
  groupDonations,
  listFieldChoices,
} from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readInteger, readRecord, readText, readTexts } from '../../api/records/fields.ts'
import { readList } from '../../api/records/record-list.ts'
import { saveFile } from '../../api/save-file.ts'
import { withoutDefaults } from '../../queries/donation-inputs.ts'
import { DONATIONS_KEY } from '../../queries/donation-ledger-query.ts'
import { useToday } from '../../queries/use-today.ts'
import { useMe } from '../../session/use-me.ts'

/** Whether the backend filters and groups by purpose, institution, mode and collector. */
export function useHasGroups(): boolean {
  return useMe()?.capabilities.includes(DONATIONS_GROUPS) ?? false
}

/** Values of the filters, as the address names them. */
export type FieldValues = { readonly [Field in FilterField]?: string }

/** An entry of a list, or a text. */
export interface FieldChoice {
  value: string
  nameEn: string
  nameHi: string
  isRetired: boolean
}

export type FieldChoices = Readonly<Record<FilterField, readonly FieldChoice[]>>

const NO_CHOICES: FieldChoices = { purpose: [], institution: [], mode: [], collector: [] }

/** The values that the filters offer; none before they have loaded. No toast on failure. */
export function useFieldChoices(): FieldChoices {
  return useFieldChoicesQuery().data ?? NO_CHOICES
}

export function useFieldChoicesQuery() {
  return useQuery({ ...choicesQuery, enabled: useHasGroups() })
}

const choicesQuery = queryOptions({
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

export interface DonationGroups {
  rows: readonly DonationGroup[]
  total: GroupSums
}

/** The groups of the donations that match a filter. No toast on failure: the page shows it. */
export function useDonationGroups(by: Grouping, filter: DonationFilter) {
  const today = useToday()
  const querystring = { by, ...withoutDefaults(filter) }
  return useQuery({
    queryKey: [...DONATIONS_KEY, 'groups', querystring, ...(querystring.period ? [today] : [])],
    queryFn: async ({ signal }): Promise<DonationGroups> => {
      const data = readRecord(readRecord(await call(groupDonations, { querystring }, { signal })).data)
      return { rows: readList(data.rows).map(readGroup), total: readSums(readRecord(data.total)) }
    },
    // The rows of another grouping have other names.
    placeholderData: (previous, query) => (readBy(query?.queryKey) === by ? previous : undefined),
  })
}

function readBy(key: readonly unknown[] | undefined): unknown {
  return readRecord(key?.[DONATIONS_KEY.length + 1]).by
}

function readGroup(fields: Record<string, unknown>): DonationGroup {
  return { key: readText(fields.key) || null, ...readSums(fields) }
}

function readSums({ count, amount, otherCurrencies, inKind }: Record<string, unknown>): GroupSums {
  const others = Array.isArray(otherCurrencies) ? otherCurrencies.map(readRecord) : []
  return {
    count: readInteger(count) ?? 0,
    amount: readInteger(amount) ?? 0,
    otherCurrencies: others.map((other) => ({
      currency: readText(other.currency),
      count: readInteger(other.count) ?? 0,
      amount: readInteger(other.amount) ?? 0,
    })),
    inKind: readInteger(inKind) ?? 0,
  }
}

export function saveGroupFile(text: string, name: string): void {
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
}
