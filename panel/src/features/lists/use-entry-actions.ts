import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useEntryName } from '../../records/use-entry-name.ts'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { entryElementId, type ListEntry, type ListName, moveEntry } from './list-entry.ts'
import { useRetire, useSaveOrder } from './list-queries.ts'

/** Moves, retires and brings back entries of a list. */
export function useEntryActions(list: ListName, entries: readonly ListEntry[]) {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const entryName = useEntryName()
  const order = useSaveOrder(list)
  const retiring = useRetire()
  const [announcement, setAnnouncement] = useState('')
  const moving = useRef<Pick<ListEntry, 'id' | 'isRetired'>>(undefined)

  // An entry that was retired or brought back moves to the other part of the list.
  useEffect(() => {
    const moved = entries.find(
      ({ id, isRetired }) => id === moving.current?.id && isRetired === moving.current.isRetired,
    )
    if (!moved) return
    moving.current = undefined
    document.getElementById(entryElementId(moved.id))?.focus()
  }, [entries])

  function move(entry: ListEntry, step: 1 | -1) {
    const inUse = entries.filter(({ isRetired }) => !isRetired)
    const ids = moveEntry(inUse, entry.id, step)
    const position = ids.indexOf(entry._id) + 1
    const name = entryName(entry)
    setAnnouncement(t`${name}: place ${position} of ${inUse.length}`)
    order.mutate([...ids, ...entries.filter(({ isRetired }) => isRetired).map(({ _id }) => _id)])
  }

  async function retire(entry: ListEntry) {
    const { _id, isRetired } = entry
    const name = entryName(entry)
    const isConfirmed = await confirm(
      isRetired
        ? {
            title: t`Bring back “${name}”?`,
            text: t`Forms and the public site will offer it again.`,
            confirmLabel: t`Yes, bring it back`,
          }
        : {
            title: t`Retire “${name}”?`,
            text: t`Forms and the public site will no longer offer it. Donations that name it keep it.`,
            hint: t`You can bring it back at any time.`,
            confirmLabel: t`Yes, retire it`,
          },
    )
    if (!isConfirmed || retiring.isPending) return
    moving.current = { id: entry.id, isRetired: !isRetired }
    await retiring.mutateAsync({ list, _id, isRetired: !isRetired }).catch(() => {
      moving.current = undefined
    })
  }

  return { announcement, move, retire: (entry: ListEntry) => void retire(entry) }
}
