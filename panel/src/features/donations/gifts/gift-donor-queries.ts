import { addDonor, type Citizenship, getDonor, isDonorId, listDonors } from '@sevadesk/contract/donors/donor.ts'
import type { DonorEntry } from '@sevadesk/contract/donors/donor-schemas.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { dataOf } from '../../../api/read-response.ts'
import { DONORS_KEY } from '../../../queries/query-keys.ts'
import { useIdempotency } from '../../../queries/use-idempotency.ts'

/** Donors that the type-ahead offers. */
const DONOR_OPTIONS = 8

/** A donor as the type-ahead shows it. */
export interface DonorOption {
  id: string
  name: string
  phone: string
  /** Masked but for its last four characters; empty without one. */
  pan: string
}

interface DonorSearch {
  /** None without a search. */
  options: readonly DonorOption[]
  /** `first`: nothing was found before. `next`: the options are those of the search before. */
  searching: 'no' | 'first' | 'next'
  isFailed: boolean
}

/** The donors that match a text best. No toast on failure. */
export function useDonorSearch(text: string): DonorSearch {
  const search = text.trim()
  const querystring = { search, best: 'true', page: '1', limit: String(DONOR_OPTIONS) } as const
  const { data, isPlaceholderData, isPending, isError } = useQuery({
    queryKey: [...DONORS_KEY, 'options', querystring],
    queryFn: async ({ signal }) => dataOf(await call(listDonors, { querystring }, { signal })).map(optionOf),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  if (search === '') return { options: [], searching: 'no', isFailed: false }
  const searching = isPlaceholderData ? 'next' : 'no'
  return { options: data ?? [], searching: isPending ? 'first' : searching, isFailed: isError }
}

function optionOf({ _id, name, phones, pan }: DonorEntry): DonorOption {
  return { id: _id, name, phone: phones[0] ?? '', pan: pan ?? '' }
}

/** The donor that the address names, `?donor=ID`. Not fetched for any other text. */
export function useGiftDonor(id: string) {
  return useQuery({
    queryKey: [...DONORS_KEY, 'option', id],
    queryFn: async ({ signal }) => optionOf(dataOf(await call(getDonor, { params: { id } }, { signal }))),
    enabled: isDonorId(id),
  })
}

interface NewDonor {
  name: string
  phone: string
  pan: string
  citizenship: Citizenship
}

/** Makes a donor while a gift is entered. The form shows the failure. */
export function useAddGiftDonor() {
  const queryClient = useQueryClient()
  const sendOnce = useIdempotency()
  return useMutation({
    mutationFn: async ({ name, phone, pan, citizenship }: NewDonor): Promise<DonorOption> => {
      const body = {
        ...{ name, kind: 'unknown' as const, ...(phone && { phones: [phone] }), ...(pan && { pan }) },
        ...(citizenship !== 'unknown' && { citizenship }),
      }
      return optionOf(
        dataOf(await sendOnce({ record: 'new', content: body }, (key) => call(addDonor, { body }, { key }))),
      )
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: DONORS_KEY }),
  })
}
