import { msg } from '@lingui/core/macro'
import {
  addDepositSlip,
  cancelDepositSlip,
  getDepositSlip,
  listDepositSlips,
  listGiftsToDeposit,
} from '@sevadesk/contract/gifts/deposit-slip.ts'
import type { DepositGift, DepositSlip, DepositSlipDetails } from '@sevadesk/contract/gifts/deposit-slip-schemas.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { dataOf } from '../../api/read-response.ts'
import { tablePage, toPage } from '../../queries/table-page.ts'
import { useIdempotency } from '../../queries/use-idempotency.ts'
import { useReload } from '../../queries/use-send-draft.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'

const DEPOSITS_KEY = ['deposits']

export const GIFTS_PER_PAGE = 50
export const SLIPS_PER_PAGE = 25

/** A page of the gifts that are not deposited yet, the oldest first. */
export function useGiftsToDeposit(page: number): TablePage<DepositGift> {
  const gifts = useQuery({
    queryKey: [...DEPOSITS_KEY, 'open', page],
    queryFn: async ({ signal }) => {
      const querystring = { page: String(page), limit: String(GIFTS_PER_PAGE) }
      return toPage(await call(listGiftsToDeposit, { querystring }, { signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the gifts` },
  })
  return tablePage(gifts, gifts.data)
}

/** A page of the deposit slips, the newest first. */
export function useDepositSlips(page: number): TablePage<DepositSlip> {
  const slips = useQuery({
    queryKey: [...DEPOSITS_KEY, 'slips', page],
    queryFn: async ({ signal }) => {
      const querystring = { page: String(page), limit: String(SLIPS_PER_PAGE) }
      return toPage(await call(listDepositSlips, { querystring }, { signal }))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the deposit slips` },
  })
  return tablePage(slips, slips.data)
}

/** The bank account of the last slip that is not cancelled; empty for none, undefined while it loads. */
export function useLastAccount(): string | undefined {
  const { rows = [], isPending } = useDepositSlips(1)
  if (isPending) return undefined
  const valid = rows.filter(({ cancelledAt }) => cancelledAt === null)
  return [...valid].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0]?.bankAccount ?? ''
}

export function useDepositSlip(id: string) {
  return useQuery({
    queryKey: [...DEPOSITS_KEY, 'slip', id],
    queryFn: async ({ signal }) => dataOf(await call(getDepositSlip, { params: { id } }, { signal })),
    staleTime: 0,
    meta: { errorMessage: msg`Failed to load the deposit slip` },
  })
}

interface NewSlip {
  giftIds: string[]
  /** Paise, of all gifts as they are shown. */
  amount: number
  depositedOn: string
  slipNumber: string
  bankAccount: string
}

/** Resolves to the slip. */
export function useAddSlip(): (slip: NewSlip) => Promise<DepositSlipDetails> {
  const reload = useReload(DEPOSITS_KEY)
  const sendOnce = useIdempotency()
  const adding = useMutation({
    mutationFn: async (content: NewSlip) =>
      dataOf(await sendOnce({ record: 'new', content }, (key) => call(addDepositSlip, { body: content }, { key }))),
    onSettled: reload,
    meta: { errorMessage: msg`Failed to save the deposit`, successMessage: msg`Marked as deposited` },
  })
  return adding.mutateAsync
}

export function useCancelSlip() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await call(cancelDepositSlip, { params: { id } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: DEPOSITS_KEY }),
    meta: {
      errorMessage: msg`Failed to cancel the deposit slip`,
      preferServerMessage: true,
      successMessage: msg`The deposit slip is cancelled`,
    },
  })
}

export interface DepositDraft {
  id?: undefined
  /** As typed. */
  depositedOn: string
  slipNumber: string
  bankAccount: string
}

/** Returns the sent gifts that can be deposited, from a refusal; undefined for any other error. */
export function depositableGifts(error: unknown): DepositGift[] | undefined {
  return error instanceof ApiError ? (error.current as { gifts?: DepositGift[] } | undefined)?.gifts : undefined
}
