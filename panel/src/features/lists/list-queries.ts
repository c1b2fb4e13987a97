import { msg } from '@lingui/core/macro'
import {
  addInstitution,
  addPurpose,
  readLists,
  saveInstitutionPositions,
  savePurposePositions,
  updateInstitution,
  updatePurpose,
} from '@sevadesk/contract/settings/list-entry.ts'
import type { Institution, Purpose } from '@sevadesk/contract/settings/list-entry-schemas.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dataOf } from '../../api/read-response.ts'
import { LISTS_KEY, LISTS_STALE_KEYS } from '../../queries/query-keys.ts'
import { useIdempotency } from '../../queries/use-idempotency.ts'
import { useReload } from '../../queries/use-send-draft.ts'
import { useVersionedSave } from '../../queries/use-versioned-save.ts'
import { type EntryDraft, entriesOf, type ListEntry, type ListName } from './list-entry.ts'

/** The entries of both lists, each in its order. */
const listsQuery = queryOptions({
  queryKey: [...LISTS_KEY, 'entries'],
  queryFn: async ({ signal }) => {
    const { purposes, institutions } = dataOf(await call(readLists, {}, { signal }))
    return [...entriesOf('purposes', purposes), ...entriesOf('institutions', institutions)]
  },
  meta: { errorMessage: msg`Failed to load the lists` },
})

export function useLists() {
  return useQuery(listsQuery)
}

/** Adds or changes an entry. Resolves to its `_id`. */
export function useSaveEntry(list: ListName): (draft: EntryDraft) => Promise<string> {
  const reload = useReload(...LISTS_STALE_KEYS)
  const errorMessage = msg`Failed to save the list`
  const sendOnce = useIdempotency()
  const save = useVersionedSave({
    keys: [listsQuery.queryKey],
    read: (records) => entriesOf(list, records as (Purpose | Institution)[]),
  })
  const adding = useMutation({
    mutationFn: (draft: EntryDraft) => {
      const content = fieldsOf(draft)
      return sendOnce({ record: 'new', content }, (key) =>
        list === 'purposes'
          ? call(addPurpose, { body: content }, { key })
          : call(addInstitution, { body: content }, { key }),
      )
    },
    onSettled: reload,
    meta: { errorMessage, successMessage: msg`Added to the list` },
  })
  const updating = useMutation({
    mutationFn: ({ id = '', ...draft }: EntryDraft) =>
      save(draft, (version) => sendChange(list, id, fieldsOf(draft), version)),
    onSettled: reload,
    meta: { errorMessage, successMessage: msg`List saved` },
  })
  return async (draft) => {
    const response = await (draft.id === undefined ? adding : updating).mutateAsync(draft)
    return dataOf<Purpose | Institution>(response)._id
  }
}

/** Retires an entry, or brings it back. */
export function useRetire() {
  return useMutation({
    mutationFn: ({ list, _id, isRetired }: Pick<ListEntry, 'list' | '_id' | 'isRetired'>) =>
      sendChange(list, _id, { isRetired }, undefined),
    onSettled: useReload(...LISTS_STALE_KEYS),
    meta: { errorMessage: msg`Failed to save the list`, successMessage: msg`List saved` },
  })
}

/** Saves the order of a list, which shows it at once. Changes that follow each other wait. */
export function useSaveOrder(list: ListName) {
  const queryClient = useQueryClient()
  const mutationKey = [...LISTS_KEY, 'order', list]
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (ids: string[]) =>
      list === 'purposes'
        ? call(savePurposePositions, { body: { ids } })
        : call(saveInstitutionPositions, { body: { ids } }),
    onMutate: async (ids) => {
      queryClient.setQueryData(listsQuery.queryKey, (entries) => entries && reorder(entries, list, ids))
      await queryClient.cancelQueries({ queryKey: listsQuery.queryKey })
    },
    onSettled: async (_data, error) => {
      const { queryKey } = listsQuery
      // The list already shows a saved order; to load it again would count all donations.
      if (error) await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
      const isLast = queryClient.isMutating({ mutationKey }) === 1
      if (isLast && queryClient.getQueryState(queryKey)?.isInvalidated)
        await queryClient.invalidateQueries({ queryKey })
    },
    meta: { errorMessage: msg`Failed to save the order` },
  })
}

function sendChange(list: ListName, id: string, body: object, version: number | undefined) {
  return list === 'purposes'
    ? call(updatePurpose, { params: { id }, body }, { version })
    : call(updateInstitution, { params: { id }, body }, { version })
}

function fieldsOf({ list, nameEn, nameHi, institutionId, donationType }: EntryDraft) {
  const names = { nameEn, nameHi }
  return list === 'purposes' ? { ...names, institutionId: institutionId || null, donationType } : names
}

/** Entries that are not among the ids come last. */
function reorder(entries: readonly ListEntry[], list: ListName, ids: readonly string[]): ListEntry[] {
  const positionOf = ({ _id }: ListEntry) => (ids.includes(_id) ? ids.indexOf(_id) : ids.length)
  return [
    ...entries.filter((entry) => entry.list === list).sort((one, other) => positionOf(one) - positionOf(other)),
    ...entries.filter((entry) => entry.list !== list),
  ]
}
