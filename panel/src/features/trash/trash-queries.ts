import { msg } from '@lingui/core/macro'
import {
  deleteForGood,
  type ErasableKind,
  fetchTrashPicture,
  listTrash,
  restorableKinds,
  restoreFromTrash,
  restoreSeveral,
  TRASH_KINDS,
  type TrashKind,
} from '@sevadesk/contract/records/trash.ts'
import type { TrashItem, TrashOutcome } from '@sevadesk/contract/records/trash-schemas.ts'
import { keepPreviousData, type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { dataOf } from '../../api/read-response.ts'
import { tablePage, toPage } from '../../queries/table-page.ts'
import { TRASH_KEY, useTrashDays } from '../../queries/use-restore.ts'
import { useMe } from '../../session/use-me.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'

const DAY_MS = 24 * 60 * 60 * 1000

export const RECORDS_PER_PAGE = 25

export { useTrashDays }

const PICTURE_KEY = 'trash-picture'
/** A picture that was loaded never changes; that of a restored record is gone. */
const EXCEPT_PICTURES = { predicate: ({ queryKey }: Query) => queryKey[0] !== PICTURE_KEY }

/** The kinds that the user may restore. */
export function useKinds(): readonly TrashKind[] {
  const me = useMe()
  return me ? restorableKinds(me) : []
}

/** A page of the deleted records, the last deleted first; `page` counts from 1. */
export function useTrash(kind: TrashKind | 'all', page: number): TablePage<TrashEntry> {
  const trash = useQuery({
    queryKey: [...TRASH_KEY, kind, page],
    queryFn: async ({ signal }) => {
      const querystring = {
        page: String(page),
        limit: String(RECORDS_PER_PAGE),
        ...(kind !== 'all' && { kind }),
      }
      const { rows, ...others } = toPage(await call(listTrash, { querystring }, { signal }))
      // A newer server may have kinds that this panel does not know.
      const known = rows.filter((item) => TRASH_KINDS.includes(item.kind))
      return { ...others, rows: known.map((item) => ({ ...item, id: idOf(item) })) }
    },
    placeholderData: keepPreviousData,
    // Deletions on other screens do not invalidate it.
    staleTime: 0,
    meta: { errorMessage: msg`Failed to fetch the trash` },
  })
  return tablePage(trash, trash.data)
}

/** The picture of a deleted record, whose own address returns 404. */
export function useTrashPicture({ kind, _id, hasPicture }: TrashEntry): Blob | undefined {
  const { data } = useQuery({
    queryKey: [PICTURE_KEY, kind, _id],
    queryFn: async ({ signal }) =>
      (await download(fetchTrashPicture, { params: { kind, id: _id } }, { kind: 'image', signal })).file,
    enabled: hasPicture,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** Another record has by now what this one needs, such as an account's username. */
export function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

/** The record was restored or deleted for good meanwhile. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The server's sentence, or empty. */
export function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : ''
}

/** Restores one record, an account by another name if `username` is given. */
export function useRestoreOne() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, _id, username }: Pick<TrashEntry, 'kind' | '_id'> & { username?: string }) =>
      call(restoreFromTrash, { params: { kind, id: _id }, body: { ...(username !== undefined && { username }) } }),
    // Any list may show the record again.
    onSettled: () => queryClient.invalidateQueries(EXCEPT_PICTURES),
    meta: {
      // A dialog asks for another name, or a line says why.
      errorMessage: (error: Error) => (isTaken(error) ? undefined : msg`Failed to restore`),
      successMessage: msg`Restored successfully`,
    },
  })
}

/** A record that was not restored or deleted, and why. */
export interface Failure {
  /** As in `TrashEntry`. */
  id: string
  message: string
}

/** Restores records. Resolves to those that failed. */
export function useRestoreSeveral() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (entries: readonly TrashEntry[]) =>
      failuresIn(await call(restoreSeveral, { body: { items: entries.map(addressOf) } })),
    onSettled: () => queryClient.invalidateQueries(EXCEPT_PICTURES),
    meta: { errorMessage: msg`Failed to restore` },
  })
}

/** Deletes records for good. Resolves to those that failed. */
export function useDeleteForGood() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (entries: readonly TrashEntry[]) => {
      const items = entries.map(addressOf) as { kind: ErasableKind; _id: string }[]
      return failuresIn(await call(deleteForGood, { body: { items } }))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: TRASH_KEY }),
    meta: { errorMessage: msg`Failed to delete` },
  })
}

function addressOf({ kind, _id }: TrashEntry) {
  return { kind, _id }
}

function idOf({ kind, _id }: Pick<TrashItem, 'kind' | '_id'>): string {
  return `${kind}-${_id}`
}

function failuresIn(response: { data: TrashOutcome[] }): Failure[] {
  return dataOf(response)
    .filter(({ isDone }) => !isDone)
    .map((outcome) => ({ id: idOf(outcome), message: outcome.message ?? '' }))
}

/** A deleted record; `id` is its kind and `_id`, unique in the list. */
export type TrashEntry = TrashItem & { id: string }

/** Whole days until the record is deleted for good; `undefined` if it never is. */
export function daysLeft({ eraseAt }: Pick<TrashEntry, 'eraseAt'>, now: number): number | undefined {
  return eraseAt === null ? undefined : Math.max(0, Math.ceil((Date.parse(eraseAt) - now) / DAY_MS))
}
