import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isErasable } from '@sevadesk/contract/records/trash.ts'
import { useState } from 'react'
import { toast } from '../../ui/base/toast.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { pageHeading } from '../../ui/layout/page-header.tsx'
import { tableRowId } from '../../ui/table/data-table.tsx'
import { useEntryName } from './trash-columns.tsx'
import {
  type Failure,
  isGone,
  isTaken,
  reasonOf,
  type TrashEntry,
  useDeleteForGood,
  useRestoreOne,
  useRestoreSeveral,
} from './trash-queries.ts'

/** A record that failed, with its name. */
export interface NamedFailure {
  id: string
  name: string
  message: string
}

/** An account that needs another username, with the server's sentence. */
export interface Renaming {
  entry: TrashEntry
  message: string
}

/** Restores and deletes for good, one record or several. `rows` are those on screen. */
export function useTrashActions(rows: readonly TrashEntry[]) {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const nameOf = useEntryName()
  const one = useRestoreOne()
  const several = useRestoreSeveral()
  const erasing = useDeleteForGood()
  const [failures, setFailures] = useState<readonly NamedFailure[]>([])
  const [renaming, setRenaming] = useState<Renaming>()
  const isPending = one.isPending || several.isPending || erasing.isPending

  /** The rows go: focus moves to the next that stays, or to the heading. */
  function focusAfter(gone: readonly TrashEntry[]) {
    const last = rows.findLastIndex(({ id }) => gone.some((entry) => entry.id === id))
    const staying = [...rows.slice(last + 1), ...rows.slice(0, last).reverse()].find(({ id }) =>
      gone.every((entry) => entry.id !== id),
    )
    const row = staying && document.getElementById(tableRowId(staying.id))
    const target = row ?? pageHeading()
    target?.focus()
  }

  function nameFailures(entries: readonly TrashEntry[], failed: readonly Failure[]) {
    setFailures(
      failed.map(({ id, message }) => {
        const entry = entries.find((each) => each.id === id)
        return { id, name: entry ? nameOf(entry) : '', message }
      }),
    )
  }

  async function restore(entry: TrashEntry, username?: string) {
    setFailures([])
    try {
      await one.mutateAsync({ ...entry, ...(username !== undefined && { username }) })
    } catch (error) {
      const message = reasonOf(error)
      const isForField = entry.kind === 'admin' && (isTaken(error) || (username !== undefined && !isGone(error)))
      if (message && isForField) setRenaming({ entry, message })
      else if (message) setFailures([{ id: entry.id, name: nameOf(entry), message }])
      if (!isGone(error)) return
    }
    setRenaming(undefined)
    focusAfter([entry])
  }

  async function restoreAll(entries: readonly TrashEntry[]) {
    const failed = await several.mutateAsync(entries).catch(() => undefined)
    if (!failed) return
    nameFailures(entries, failed)
    const count = entries.length - failed.length
    if (count > 0) toast.success(t`${plural(count, { one: '# record restored', other: '# records restored' })}`)
    reportFailed(failed)
    focusAfter(entries)
  }

  async function erase(chosen: readonly TrashEntry[]) {
    const entries = chosen.filter(({ kind }) => isErasable(kind))
    const [first] = entries
    if (!first) return
    const name = nameOf(first)
    const isConfirmed = await confirm({
      title: t({ message: 'Are you sure?', context: 'before deleting' }),
      text:
        entries.length === 1
          ? t`${name} will be deleted for good. Nobody can bring it back.`
          : t`${plural(entries.length, { one: '# record', other: '# records' })} will be deleted for good. Nobody can bring them back.`,
      hint: entries.length < chosen.length ? t`Donations are kept.` : undefined,
      confirmLabel: t({ message: 'Yes', context: 'confirms a deletion' }),
      tone: 'danger',
    })
    if (!isConfirmed) return
    const failed = await erasing.mutateAsync(entries).catch(() => undefined)
    if (!failed) return
    nameFailures(entries, failed)
    const count = entries.length - failed.length
    if (count > 0)
      toast.success(t`${plural(count, { one: '# record deleted for good', other: '# records deleted for good' })}`)
    reportFailed(failed)
    focusAfter(entries)
  }

  function reportFailed({ length }: readonly Failure[]) {
    if (length > 0) toast.error(t`${plural(length, { one: '# record failed', other: '# records failed' })}`)
  }

  return {
    failures,
    renaming,
    isPending,
    cancelRenaming: () => setRenaming(undefined),
    restore: (entry: TrashEntry, username?: string) => {
      if (!isPending) void restore(entry, username)
    },
    restoreAll: (entries: readonly TrashEntry[]) => {
      if (!isPending) void restoreAll(entries)
    },
    erase: (entries: readonly TrashEntry[]) => {
      if (!isPending) void erase(entries)
    },
  }
}
