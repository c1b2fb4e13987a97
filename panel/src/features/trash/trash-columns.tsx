import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { GALLERY_SECTIONS } from '@sevadesk/contract/accounts/section.ts'
import { isErasable, type TrashKind } from '@sevadesk/contract/records/trash.ts'
import { useEffect, useState } from 'react'
import ArchiveRestore from '~icons/lucide/archive-restore'
import Trash from '~icons/lucide/trash'
import { useSectionName } from '../../records/account-names.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Money, UNKNOWN } from '../../ui/format/money.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import styles from './trash-page.module.css'
import { daysLeft, type TrashEntry, useTrashPicture } from './trash-queries.ts'

interface TrashColumnsProps {
  isSelected: (entry: TrashEntry) => boolean
  onSelect: (entry: TrashEntry, isSelected: boolean) => void
  onRestore: (entry: TrashEntry) => void
  onErase: (entry: TrashEntry) => void
}

export function useTrashColumns({ isSelected, onSelect, onRestore, onErase }: TrashColumnsProps): Column<TrashEntry>[] {
  const { t } = useLingui()
  const nameOf = useEntryName()
  const kindOf = useKindText()
  return [
    {
      id: 'name',
      head: t`Deleted`,
      kind: 'title',
      cell: (entry) => {
        const name = nameOf(entry)
        return (
          <label className={styles.name}>
            <input
              type="checkbox"
              className={styles.box}
              aria-label={t`Select ${name}`}
              checked={isSelected(entry)}
              onChange={(event) => onSelect(entry, event.target.checked)}
            />
            <TrashPicture entry={entry} />
            <span className={styles.words}>
              {name}
              {entry.amount !== undefined && <Money amount={entry.amount} currency={entry.currency} />}
            </span>
          </label>
        )
      },
    },
    { id: 'kind', head: t({ message: 'Kind', context: 'of a deleted record' }), width: 15, cell: kindOf },
    {
      id: 'deletedBy',
      head: t`Deleted by`,
      width: 22,
      cell: ({ deletedAt, deletedBy }) => (
        <>
          {deletedBy || UNKNOWN}, <DateTime moment={deletedAt} format="date-time" />
        </>
      ),
    },
    {
      id: 'left',
      head: t`Days left`,
      width: 11,
      cell: (entry) => {
        const days = daysLeft(entry, Date.now())
        return days === undefined ? t`Kept` : t`${plural(days, { one: '# day', other: '# days' })}`
      },
    },
    {
      id: 'actions',
      head: t`Actions`,
      kind: 'actions',
      width: '7rem', // two icons
      cell: (entry) => {
        const name = nameOf(entry)
        return (
          <>
            <IconButton
              label={t`Restore ${name}`}
              icon={<ArchiveRestore aria-hidden="true" />}
              onClick={() => onRestore(entry)}
            />
            {isErasable(entry.kind) && (
              <IconButton
                label={t`Delete for good: ${name}`}
                icon={<Trash aria-hidden="true" />}
                tone="danger"
                onClick={() => onErase(entry)}
              />
            )}
          </>
        )
      },
    },
  ]
}

/** A small picture of a deleted record, or an empty box while it loads and if there is none. */
function TrashPicture({ entry }: { entry: TrashEntry }) {
  const file = useTrashPicture(entry)
  const [address, setAddress] = useState<string>()

  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [file])

  if (!entry.hasPicture) return null
  return <span className={styles.picture}>{file && address && <img src={address} alt="" />}</span>
}

export function useKindName(): (kind: TrashKind) => string {
  const { t } = useLingui()
  const names: Record<TrashKind, string> = {
    photo: t`Photo`,
    'home-video': t`Video`,
    event: t`Event`,
    message: t`Message`,
    admin: t({ message: 'Admin', context: 'one account' }),
    certificate: t({ message: 'Certificate', context: 'of a donor' }),
    donation: t`Donation`,
  }
  return (kind) => names[kind]
}

/** The kind of a record; of a photo, also its gallery. */
function useKindText(): (entry: TrashEntry) => string {
  const kindName = useKindName()
  const sectionName = useSectionName()
  return ({ kind, sectionName: gallery }) => {
    const key = GALLERY_SECTIONS.find(({ name }) => name === gallery)?.key
    return key ? `${kindName(kind)}, ${sectionName(key)}` : kindName(kind)
  }
}

/** The title or name of a record, never empty. */
export function useEntryName(): (entry: Pick<TrashEntry, 'kind' | 'label'>) => string {
  const { t } = useLingui()
  return ({ kind, label }) => label || (kind === 'donation' ? t`Anonymous` : t`Untitled`)
}
