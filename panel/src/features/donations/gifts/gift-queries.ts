import { msg } from '@lingui/core/macro'
import {
  addGift,
  type ChequeStep,
  GIFT_WARNINGS,
  type GiftWarning,
  getGift,
  moveCheque,
  renewReceipt,
  takesOfflineGifts,
  undoChequeStep,
  updateGift,
} from '@sevadesk/contract/gifts/offline-gift.ts'
import { VERSIONS } from '@sevadesk/contract/records/version.ts'
import { type DonationType, readLists } from '@sevadesk/contract/settings/list-entry.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { type Fields, readRecord, readText } from '../../../api/records/fields.ts'
import { readList } from '../../../api/records/record-list.ts'
import { DONATION_STALE_KEYS, DONATIONS_KEY, DONORS_KEY } from '../../../queries/donation-ledger-query.ts'
import { LISTS_KEY } from '../../../queries/lists-key.ts'
import { useDonationRemoval } from '../../../queries/use-donation-removal.ts'
import { useEditors } from '../../../queries/use-editors.ts'
import { useIdempotency } from '../../../queries/use-idempotency.ts'
import { useUndo } from '../../../queries/use-restore.ts'
import { useMe } from '../../../session/use-me.ts'
import type { Editor } from '../../../ui/form/editors-hint.tsx'
import type { Donation } from '../list/donation-queries.ts'
import { type GiftDraft, giftBody } from './gift-draft.ts'
import { type Gift, readGift } from './read-gift.ts'

const GIFTS_KEY = [...DONATIONS_KEY, 'gift']

/** Whether gifts can be entered by hand, which needs donors and lists too. */
export function useHasGifts(): boolean {
  const me = useMe()
  return me !== null && takesOfflineGifts(me)
}

/** A gift that was entered by hand. Returns nothing until `id` is given. No toast on failure. */
export function useGift(id: string | undefined) {
  return useQuery({
    queryKey: [...GIFTS_KEY, id],
    queryFn: async ({ signal }) => readGift(await call(getGift, { params: { id: id ?? '' } }, { signal })),
    enabled: id !== undefined,
  })
}

/** A purpose or an institution. */
export interface GiftChoice {
  id: string
  nameEn: string
  nameHi: string
  isRetired: boolean
  /** Of a purpose; empty for the whole trust. */
  institutionId: string
  /** Of a purpose. */
  donationType: DonationType
}

export interface GiftChoices {
  purposes: GiftChoice[]
  institutions: GiftChoice[]
}

const choicesQuery = queryOptions({
  queryKey: [...LISTS_KEY, 'gift-choices'],
  queryFn: async ({ signal }): Promise<GiftChoices> => {
    const { purposes, institutions } = readRecord(readRecord(await call(readLists, {}, { signal })).data)
    return {
      purposes: readList(purposes).flatMap(readChoice),
      institutions: readList(institutions).flatMap(readChoice),
    }
  },
})

/** The purposes and institutions that a gift may name. No toast on failure. */
export function useGiftChoices() {
  return useQuery(choicesQuery)
}

function readChoice(fields: Fields): GiftChoice[] {
  const id = readText(fields._id)
  if (id === '') return []
  const { donationType } = fields
  return [
    {
      id,
      nameEn: readText(fields.nameEn),
      nameHi: readText(fields.nameHi),
      isRetired: fields.isRetired === true,
      institutionId: readText(fields.institutionId),
      donationType: donationType === 'specific' || donationType === 'corpus' ? donationType : 'general',
    },
  ]
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

/** Saves a new or edited gift. Returns warnings if the server wants them to be confirmed first. */
export function useSaveGift(): (save: GiftSave) => Promise<Gift | { warnings: Warning[] }> {
  const queryClient = useQueryClient()
  const sendOnce = useIdempotency('creates.once')
  const isVersioned = useMe()?.capabilities.includes(VERSIONS) ?? false
  const { mutateAsync } = useMutation({
    mutationFn: async ({ draft, confirmed }: GiftSave) => {
      const body = { ...giftBody(draft), ...(confirmed.length > 0 && { confirmed: [...confirmed] }) }
      try {
        return readGift(await send(draft, body))
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
      return call(updateGift, { params: { id }, body }, { version: isVersioned ? version : undefined })
    }
    const content = { mode, ...body }
    return sendOnce({ record: 'new', content }, (key) => call(addGift, { body: content }, { key }))
  }
}

export function useGiftEditors(id: string | undefined): Editor[] | undefined {
  return useEditors({ kind: 'gift', id })
}

function warningsOf(error: unknown): Warning[] {
  if (!(error instanceof ApiError) || error.code !== 'gift_warning') return []
  return error.warnings.flatMap(({ code, message }) => {
    const known = GIFT_WARNINGS.find((each) => each === code)
    return known ? [{ code: known, message }] : []
  })
}

interface ChequeMove {
  gift: Gift
  step: ChequeStep
  /** `YYYY-MM-DD` */
  on: string
  reason: string
}

/** Records what the bank did with a cheque. The form shows the failure. */
export function useMoveCheque() {
  const queryClient = useQueryClient()
  const isVersioned = useMe()?.capabilities.includes(VERSIONS) ?? false
  return useMutation({
    mutationFn: async ({ gift: { id, version }, step, on, reason }: ChequeMove) => {
      const input = { params: { id }, body: { step, on, ...(reason !== '' && { reason }) } }
      return readGift(await call(moveCheque, input, { version: isVersioned ? version : undefined }))
    },
    onSuccess: (gift) => queryClient.setQueryData([...GIFTS_KEY, gift.id], gift),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: DONATIONS_KEY })
      void queryClient.invalidateQueries({ queryKey: DONORS_KEY })
    },
    meta: {
      errorMessage: msg`Failed to save the cheque`,
      successMessage: msg`Cheque saved`,
      preferServerMessage: true,
    },
  })
}

/** Replaces the receipt by one with the donor's details of today. */
export function useRenewReceipt() {
  const queryClient = useQueryClient()
  const sendOnce = useIdempotency('creates.once')
  const isVersioned = useMe()?.capabilities.includes(VERSIONS) ?? false
  return useMutation({
    mutationFn: async ({ id, version }: Gift) =>
      readGift(
        await sendOnce({ record: id, content: { version } }, (key) =>
          call(renewReceipt, { params: { id } }, { key, version: isVersioned ? version : undefined }),
        ),
      ),
    onSuccess: (gift) => queryClient.setQueryData([...GIFTS_KEY, gift.id], gift),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: DONATIONS_KEY })
      void queryClient.invalidateQueries({ queryKey: DONORS_KEY })
    },
    meta: {
      errorMessage: msg`Failed to issue the receipt`,
      successMessage: msg`New receipt issued`,
      preferServerMessage: true,
    },
  })
}

/** Takes back what was recorded last about a cheque. */
export function useUndoChequeStep() {
  const queryClient = useQueryClient()
  const isVersioned = useMe()?.capabilities.includes(VERSIONS) ?? false
  return useMutation({
    mutationFn: async ({ gift: { id, version }, step }: Pick<ChequeMove, 'gift' | 'step'>) => {
      const input = { params: { id }, body: { step } }
      return readGift(await call(undoChequeStep, input, { version: isVersioned ? version : undefined }))
    },
    onSuccess: (gift) => queryClient.setQueryData([...GIFTS_KEY, gift.id], gift),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: DONATIONS_KEY })
      void queryClient.invalidateQueries({ queryKey: DONORS_KEY })
    },
    meta: {
      errorMessage: msg`Failed to save the cheque`,
      successMessage: msg`Cheque saved`,
      preferServerMessage: true,
    },
  })
}

/** The page shows the result in a dialog. */
export function useDeleteGift(): (donation: Donation) => Promise<unknown> {
  return useDonationRemoval().mutateAsync
}

export function useUndoGift() {
  return useUndo('donation', ...DONATION_STALE_KEYS)
}
