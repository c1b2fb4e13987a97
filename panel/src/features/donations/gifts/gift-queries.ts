import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  addGift,
  type ChequeStep,
  GIFT_WARNINGS,
  type GiftWarning,
  getGift,
  moveCheque,
  renewReceipt,
  undoChequeStep,
  updateGift,
} from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { readLists } from '@sevadesk/contract/settings/list-entry.ts'
import type { Institution, Purpose } from '@sevadesk/contract/settings/list-entry-schemas.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { dataOf } from '../../../api/read-response.ts'
import { DONATIONS_KEY, DONORS_KEY, LISTS_KEY } from '../../../queries/query-keys.ts'
import { useDonationRemoval } from '../../../queries/use-donation-removal.ts'
import { useIdempotency } from '../../../queries/use-idempotency.ts'
import { type GiftDraft, giftBody } from './gift-draft.ts'

const GIFTS_KEY = [...DONATIONS_KEY, 'gift']

/** A gift that was entered by hand. Returns nothing until `id` is given. No toast on failure. */
export function useGift(id: string | undefined) {
  return useQuery({
    queryKey: [...GIFTS_KEY, id],
    queryFn: async ({ signal }) => dataOf(await call(getGift, { params: { id: id ?? '' } }, { signal })),
    enabled: id !== undefined,
  })
}

/** A purpose or an institution. */
export type GiftChoice = Institution

export interface GiftChoices {
  purposes: readonly Purpose[]
  institutions: readonly Institution[]
}

const choicesQuery = queryOptions({
  queryKey: [...LISTS_KEY, 'gift-choices'],
  queryFn: async ({ signal }): Promise<GiftChoices> => dataOf(await call(readLists, {}, { signal })),
})

/** The purposes and institutions that a gift may name. No toast on failure. */
export function useGiftChoices() {
  return useQuery(choicesQuery)
}

/** What the user must confirm before a gift is saved. `message` is the server's. */
export interface Warning {
  code: GiftWarning
  message: string
}

interface GiftSave {
  draft: GiftDraft
  /** Warnings that the user has confirmed. */
  confirmed: readonly GiftWarning[]
}

/** `bookedOn`, of a correction: the day whose cash book has it; null for none. */
export type SavedGift = Gift & { bookedOn?: string | null }

/** Saves a new or edited gift. Returns warnings if the server wants them to be confirmed first. */
export function useSaveGift(): (save: GiftSave) => Promise<SavedGift | { warnings: Warning[] }> {
  const queryClient = useQueryClient()
  const sendOnce = useIdempotency()
  const { mutateAsync } = useMutation({
    mutationFn: async ({ draft, confirmed }: GiftSave) => {
      const body = { ...giftBody(draft), ...(confirmed.length > 0 && { confirmed: [...confirmed] }) }
      try {
        return dataOf(await send(draft, body))
      } catch (error) {
        const warnings = warningsOf(error)
        if (warnings.length === 0) throw error
        return { warnings }
      }
    },
    // Also after a failure: an interrupted request may have succeeded.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: DONATIONS_KEY })
      void queryClient.invalidateQueries({ queryKey: DONORS_KEY })
    },
    meta: { errorMessage: msg`Failed to save the gift` },
  })
  return mutateAsync

  function send({ id, mode, version }: GiftDraft, body: ReturnType<typeof giftBody>) {
    if (id !== undefined) {
      return call(updateGift, { params: { id }, body }, { version })
    }
    const content = { mode, ...body }
    return sendOnce({ record: 'new', content }, (key) => call(addGift, { body: content }, { key }))
  }
}

function warningsOf(error: unknown): Warning[] {
  if (!(error instanceof ApiError) || error.code !== 'gift_warning') return []
  return error.warnings.flatMap(({ code, message }) => {
    const known = GIFT_WARNINGS.find((each) => each === code)
    return known ? [{ code: known, message }] : []
  })
}

/** Changes a stored gift, and keeps the gift of the response. */
function useGiftChange<Change extends { gift: Gift }>(
  send: (change: Change) => Promise<{ data: Gift }>,
  words: { errorMessage: MessageDescriptor; successMessage: MessageDescriptor },
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: Change) => dataOf(await send(change)),
    onSuccess: (gift) => queryClient.setQueryData([...GIFTS_KEY, gift._id], gift),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: DONATIONS_KEY })
      void queryClient.invalidateQueries({ queryKey: DONORS_KEY })
    },
    meta: { ...words, preferServerMessage: true },
  })
}

const CHEQUE_WORDS = { errorMessage: msg`Failed to save the cheque`, successMessage: msg`Cheque saved` }

interface ChequeMove {
  gift: Gift
  step: ChequeStep
  /** `YYYY-MM-DD` */
  on: string
  reason: string
}

/** Records what the bank did with a cheque. The form shows the failure. */
export function useMoveCheque() {
  return useGiftChange(({ gift: { _id, version }, step, on, reason }: ChequeMove) => {
    const body = { step, on, ...(reason !== '' && { reason }) }
    return call(moveCheque, { params: { id: _id }, body }, { version })
  }, CHEQUE_WORDS)
}

/** Takes back what was recorded last about a cheque. */
export function useUndoChequeStep() {
  return useGiftChange(
    ({ gift: { _id, version }, step }: Pick<ChequeMove, 'gift' | 'step'>) =>
      call(undoChequeStep, { params: { id: _id }, body: { step } }, { version }),
    CHEQUE_WORDS,
  )
}

/** Replaces the receipt by one with the donor's details of today. */
export function useRenewReceipt() {
  const sendOnce = useIdempotency()
  return useGiftChange(
    ({ gift: { _id, version } }: { gift: Gift }) =>
      sendOnce({ record: _id, content: { version } }, (key) =>
        call(renewReceipt, { params: { id: _id } }, { key, version }),
      ),
    { errorMessage: msg`Failed to issue the receipt`, successMessage: msg`New receipt issued` },
  )
}

export { useDonationRemoval as useGiftRemoval }
