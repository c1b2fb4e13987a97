import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import { restorableKinds, restoreFromTrash, type TrashKind } from '@sevadesk/contract/records/trash.ts'
import { notifyManager, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useMe } from '../session/use-me.ts'
import type { DeletionUndo } from '../ui/dialog/use-deletion.ts'

/** Used if a backend with the trash does not tell. */
const DEFAULT_DAYS = 30

export const TRASH_KEY = ['trash']

/**
 * What a deletion offers if the backend keeps deleted records. `staleKeys` are the query key
 * prefixes of what shows the record.
 */
export function useUndo(kind: TrashKind, ...staleKeys: QueryKey[]): DeletionUndo | undefined {
  const { t } = useLingui()
  const days = useTrashDays()
  const me = useMe()
  const queryClient = useQueryClient()
  const restoring = useMutation({
    mutationFn: async (id: string) => {
      await call(restoreFromTrash, { params: { kind, id }, body: {} })
      await Promise.all([...staleKeys, TRASH_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      // The lists render in a batch that is already scheduled. A frame may come before it.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    },
    meta: {
      errorMessage: msg`Could not restore this. Try again in Trash.`,
      successMessage: msg`Restored successfully`,
      preferServerMessage: 409,
    },
  })
  if (days === undefined || !me || !restorableKinds(me).includes(kind)) return undefined
  const hint =
    kind === 'donation'
      ? t`It can be restored at any time.`
      : t`It can be restored for ${plural(days, { one: '# day', other: '# days' })}.`
  return { hint, restore: restoring.mutateAsync }
}

/** Days for which a deleted record can be restored; `undefined` if the backend has no trash. */
export function useTrashDays(): number | undefined {
  const me = useMe()
  return me && isExtended(me) ? (me.trashDays ?? DEFAULT_DAYS) : undefined
}
