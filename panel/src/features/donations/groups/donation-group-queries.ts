import type { DonationGroup, GroupSums } from '@sevadesk/contract/donations/donation-group-schemas.ts'
import { type FilterField, type Grouping, groupDonations } from '@sevadesk/contract/donations/donation-groups.ts'
import type { DonationFilter } from '@sevadesk/contract/donations/donation-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { dataOf } from '../../../api/read-response.ts'
import { readRecord } from '../../../api/records/fields.ts'
import { saveFile } from '../../../api/save-file.ts'
import { type FieldChoices, fieldChoicesQuery } from '../../../queries/field-choices.ts'
import { withoutDefaults } from '../../../queries/page-inputs.ts'
import { DONATIONS_KEY } from '../../../queries/query-keys.ts'
import { useToday } from '../../../queries/use-today.ts'
import { useIsExtended } from '../../../session/use-me.ts'

/** Values of the filters, as the address names them. */
export type FieldValues = { readonly [Field in FilterField]?: string }

const NO_CHOICES: FieldChoices = { purpose: [], institution: [], mode: [], collector: [] }

/** The values that the filters offer; none before they have loaded. No toast on failure. */
export function useFieldChoices(): FieldChoices {
  return useFieldChoicesQuery().data ?? NO_CHOICES
}

export function useFieldChoicesQuery() {
  return useQuery({ ...fieldChoicesQuery, enabled: useIsExtended() })
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
    queryFn: async ({ signal }): Promise<DonationGroups> =>
      dataOf(await call(groupDonations, { querystring }, { signal })),
    // The rows of another grouping have other names.
    placeholderData: (previous, query) => (readBy(query?.queryKey) === by ? previous : undefined),
  })
}

function readBy(key: readonly unknown[] | undefined): unknown {
  return readRecord(key?.[DONATIONS_KEY.length + 1]).by
}

export function saveGroupFile(text: string, name: string): void {
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
}
