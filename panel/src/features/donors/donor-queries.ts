import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  acceptOtherName,
  addDonor,
  DONORS_PER_PAGE,
  type DonorSort,
  dismissDuplicate,
  getDonor,
  isDonorId,
  listDonorGifts,
  listDonorReceipts,
  listDonors,
  listDuplicates,
  mergeDonors,
  showDonorNumbers,
  undoDonorMerge,
  updateDonor,
} from '@sevadesk/contract/donors/donor.ts'
import { DONOR_FIELDS, type MergeField } from '@sevadesk/contract/donors/donor-fields.ts'
import type {
  Donor,
  DonorDetails,
  DonorReceipt,
  Duplicate,
  ListedDonor,
} from '@sevadesk/contract/donors/donor-schemas.ts'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { dataOf } from '../../api/read-response.ts'
import { readDonation } from '../../api/records/donation-entry.ts'
import { DONORS_KEY } from '../../queries/query-keys.ts'
import { readPage, tablePage, toPage } from '../../queries/table-page.ts'
import { useIdempotency } from '../../queries/use-idempotency.ts'
import { type NamedDonation, useNamedPage } from '../../queries/use-purpose-naming.ts'
import { useReceiptFile } from '../../queries/use-receipt-file.ts'
import { useReload } from '../../queries/use-send-draft.ts'
import { sentFields } from '../../records/typed-fields.ts'
import { useMayInDonations } from '../../session/use-me.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'
import { type DonorDraft, parseShare } from './donor.ts'

/** Whether the user may add, edit and merge donors. */
export function useMayEditDonors(): boolean {
  return useMayInDonations('enter')
}

interface DonorListing {
  search: string
  sort?: DonorSort
  page: number
  perPage?: number
}

function listQuery({ search, sort = 'name', page, perPage = DONORS_PER_PAGE }: DonorListing) {
  const querystring = {
    ...(search !== '' && { search }),
    ...(sort !== 'name' && { sort }),
    page: String(page),
    limit: String(perPage),
  }
  return queryOptions({
    queryKey: [...DONORS_KEY, 'list', querystring],
    queryFn: async ({ signal }) => toPage(await call(listDonors, { querystring }, { signal })),
    placeholderData: keepPreviousData,
    meta: { errorMessage: msg`Failed to fetch donors` },
  })
}

export function useDonors(listing: DonorListing): TablePage<ListedDonor> {
  const query = useQuery(listQuery(listing))
  return tablePage(query, query.data)
}

/** The best matches of a search; none without a search. */
export function useDonorMatches(search: string) {
  return useQuery({ ...listQuery({ search, page: 1 }), enabled: search.trim() !== '' })
}

/** `data` is null if the donor does not exist. */
export function useDonorDetails(id: string) {
  return useQuery({
    queryKey: [...DONORS_KEY, 'one', id],
    queryFn: ({ signal }) => findDonor(id, signal),
    meta: { errorMessage: msg`Failed to fetch the donor` },
  })
}

/** `id` is part of an address and may be any text. */
async function findDonor(id: string, signal: AbortSignal): Promise<DonorDetails | null> {
  if (!isDonorId(id)) return null
  try {
    return dataOf(await call(getDonor, { params: { id } }, { signal }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export type DonorGift = NamedDonation

export function useDonorGifts(id: string, page: number): TablePage<DonorGift> {
  const querystring = { page: String(page), limit: String(DONORS_PER_PAGE) }
  const query = useQuery({
    queryKey: [...DONORS_KEY, 'gifts', id, page],
    queryFn: async ({ signal }) =>
      readPage(await call(listDonorGifts, { params: { id }, querystring }, { signal }), page, readDonation),
    placeholderData: keepPreviousData,
    meta: { errorMessage: msg`Failed to fetch the gifts` },
  })
  return useNamedPage(tablePage(query, query.data))
}

export function useDonorReceipts(id: string, page: number): TablePage<DonorReceipt> {
  const querystring = { page: String(page), limit: String(DONORS_PER_PAGE) }
  const query = useQuery({
    queryKey: [...DONORS_KEY, 'receipts', id, page],
    queryFn: async ({ signal }) => toPage(await call(listDonorReceipts, { params: { id }, querystring }, { signal })),
    placeholderData: keepPreviousData,
    meta: { errorMessage: msg`Failed to fetch the receipts` },
  })
  return tablePage(query, query.data)
}

export function useReceiptDownload() {
  return useReceiptFile(msg`Failed to download receipt.`)
}

export function useDuplicates(page: number): TablePage<Duplicate> {
  const querystring = { page: String(page), limit: String(DONORS_PER_PAGE) }
  const query = useQuery({
    queryKey: [...DONORS_KEY, 'duplicates', page],
    queryFn: async ({ signal }) => toPage(await call(listDuplicates, { querystring }, { signal })),
    placeholderData: keepPreviousData,
    meta: { errorMessage: msg`Failed to fetch the likely duplicates` },
  })
  return tablePage(query, query.data)
}

/** Adds a donor or changes what differs from `base`, and returns the record. Rejects unless the server confirms. */
export function useSaveDonor(): (draft: DonorDraft, base: DonorDraft) => Promise<Donor> {
  const reload = useReload(DONORS_KEY)
  const errorMessage = msg`Failed to save donor`
  const sendOnce = useIdempotency()
  const adding = useMutation({
    mutationFn: async (draft: DonorDraft) => {
      const body = bodyOf(draft)
      return dataOf(await sendOnce({ record: 'new', content: body }, (key) => call(addDonor, { body }, { key })))
    },
    onSettled: reload,
    meta: { errorMessage, successMessage: msg`Donor added successfully` },
  })
  const updating = useMutation({
    mutationFn: async ({ draft, base }: { draft: DonorDraft; base: DonorDraft }) => {
      const input = { params: { id: draft.id ?? '' }, body: changesOf(draft, base) }
      return dataOf(await call(updateDonor, input, { version: draft.version }))
    },
    onSettled: reload,
    meta: { errorMessage, successMessage: msg`Donor updated successfully` },
  })
  return (draft, base) => (draft.id === undefined ? adding.mutateAsync(draft) : updating.mutateAsync({ draft, base }))
}

/** The history records each call. */
export function useShowNumbers() {
  return useMutation({
    mutationFn: async (id: string) => dataOf(await call(showDonorNumbers, { params: { id } })),
    meta: { errorMessage: msg`Failed to show the numbers` },
  })
}

export interface Merge {
  survivorId: string
  mergedId: string
  take: MergeField[]
}

export function useMergeDonors() {
  return useChange(
    ({ survivorId, mergedId, take }: Merge) =>
      call(mergeDonors, { params: { id: survivorId }, body: { mergedId, take } }),
    { errorMessage: msg`Failed to merge the donors`, successMessage: msg`Donors merged` },
  )
}

export function useUndoMerge() {
  return useChange((id: string) => call(undoDonorMerge, { params: { id } }), {
    errorMessage: msg`Failed to undo the merge`,
    successMessage: msg`Merge undone`,
  })
}

export function useDismissDuplicate() {
  return useChange((id: string) => call(dismissDuplicate, { params: { id } }), {
    errorMessage: msg`Failed to save the decision`,
    successMessage: msg`Marked as not the same donor`,
  })
}

export function useAcceptOtherName() {
  return useChange((id: string) => call(acceptOtherName, { params: { id } }), {
    errorMessage: msg`Failed to save the decision`,
    successMessage: msg`Name kept with the donor`,
  })
}

function useChange<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  meta: { errorMessage: MessageDescriptor; successMessage: MessageDescriptor },
) {
  return useMutation({ mutationFn, onSettled: useReload(DONORS_KEY), meta })
}

/** Only what changed: other fields, such as those that a gift gave, need not be valid. */
function changesOf(draft: DonorDraft, base: DonorDraft): Partial<ReturnType<typeof bodyOf>> {
  const before = new Map<string, unknown>(Object.entries(bodyOf(base)))
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before.get(name))
  return Object.fromEntries(Object.entries(bodyOf(draft)).filter(isChanged))
}

/** Leaves out numbers that the user did not change. */
function bodyOf(draft: DonorDraft) {
  return {
    ...sentFields(DONOR_FIELDS, draft),
    ...numberOf('pan', draft.pan, draft.isPanRemoved),
    ...numberOf('otherId', draft.otherId, draft.isOtherIdRemoved),
    members: draft.members.map(({ id, name, pan, isPanRemoved, share }) => ({
      ...(id !== '' && { _id: id }),
      name,
      share: parseShare(share),
      ...numberOf('pan', pan, isPanRemoved),
    })),
  }
}

function numberOf<Name extends string>(name: Name, typed: string, isRemoved: boolean): { [Key in Name]?: string } {
  if (typed.trim() !== '') return { [name]: typed } as { [Key in Name]?: string }
  return isRemoved ? ({ [name]: '' } as { [Key in Name]?: string }) : {}
}
