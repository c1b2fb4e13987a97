import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { isErasable, type TrashKind } from '@sevadesk/contract/records/trash.ts'
import { useState } from 'react'
import ArchiveRestore from '~icons/lucide/archive-restore'
import Trash from '~icons/lucide/trash'
import { useChoice } from '../../address/use-address-values.ts'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { Button } from '../../ui/base/button.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorLine } from '../../ui/feedback/error-state.tsx'
import { Choice } from '../../ui/form/choice.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LedgerPicture } from '../../ui/pictures/illustration.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import { ListTools } from '../../ui/table/list-tools.tsx'
import { useKindName, useTrashColumns } from './trash-columns.tsx'
import styles from './trash-page.module.css'
import { RECORDS_PER_PAGE, type TrashEntry, useKinds, useTrash, useTrashDays } from './trash-queries.ts'
import { type Renaming, useTrashActions } from './use-trash-actions.ts'

/** Deleted records that the user may restore or delete for good. */
export function TrashPage() {
  const { t } = useLingui()
  const kinds = useKinds()
  const kindName = useKindName()
  const [kind, setKind] = useChoice<TrashKind | 'all'>('kind', ['all', ...kinds])
  const address = useListAddress()
  const list = useTrash(kind, address.page)
  useShownPage(address, list)
  const days = useTrashDays() ?? 0
  const rows = list.rows ?? []
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const selected = rows.filter(({ id }) => selectedIds.has(id))
  const actions = useTrashActions(rows)

  function select(entries: readonly TrashEntry[], isSelected: boolean) {
    setSelectedIds((before) => {
      const ids = new Set(before)
      for (const { id } of entries) isSelected ? ids.add(id) : ids.delete(id)
      return ids
    })
  }

  const columns = useTrashColumns({
    isSelected: ({ id }) => selectedIds.has(id),
    onSelect: (entry, isSelected) => select([entry], isSelected),
    onRestore: (entry) => actions.restore(entry),
    onErase: (entry) => actions.erase([entry]),
  })

  return (
    <>
      <PageHeader
        title={t`Trash`}
        purpose={t`Deleted records can be restored for ${plural(days, { one: '# day', other: '# days' })}. Deleted donations are always kept.`}
      />
      {actions.failures.map(({ id, name, message }) => (
        <ErrorLine key={id}>{`${name}: ${message}`}</ErrorLine>
      ))}
      <ListTools>
        <FilterSelect
          label={t({ message: 'Kind', context: 'of a deleted record' })}
          value={kind}
          options={[
            { value: 'all', label: t({ message: 'All', context: 'every kind' }) },
            ...kinds.map((each) => ({ value: each, label: kindName(each) })),
          ]}
          onChange={setKind}
        />
      </ListTools>
      {rows.length > 0 && (
        <div className={styles.selection} data-print="no">
          <Choice
            type="checkbox"
            label={t`Select all on this page`}
            checked={selected.length === rows.length}
            onChange={(isChosen) => select(rows, isChosen)}
          />
          {selected.length > 0 && (
            <>
              <span role="status">
                <Trans>Selected: {selected.length}</Trans>
              </span>
              <Button
                icon={<ArchiveRestore aria-hidden="true" />}
                isPending={actions.isPending}
                onClick={() => actions.restoreAll(selected)}
              >
                {t`Restore selected`}
              </Button>
              {selected.some((entry) => isErasable(entry.kind)) && (
                <Button
                  variant="danger"
                  icon={<Trash aria-hidden="true" />}
                  isPending={actions.isPending}
                  onClick={() => actions.erase(selected)}
                >
                  {t`Delete selected for good`}
                </Button>
              )}
            </>
          )}
        </div>
      )}
      <DataTablePages
        labels={{ table: t`Trash`, loading: t`Loading...`, fetchFailed: t`Failed to fetch the trash` }}
        columns={columns}
        list={list}
        perPage={RECORDS_PER_PAGE}
        onPageChange={address.setPage}
        empty={
          <EmptyState
            picture={<LedgerPicture />}
            title={
              kind === 'all' ? t`The trash is empty.` : t({ message: 'No records found.', context: 'in the trash' })
            }
            text={
              kind === 'all'
                ? t`What you delete can be restored here.`
                : t`The trash has no deleted record of this kind.`
            }
          />
        }
      />
      {actions.renaming && (
        <NewUsernameDialog
          renaming={actions.renaming}
          isPending={actions.isPending}
          onRestore={(username) => actions.renaming && actions.restore(actions.renaming.entry, username)}
          onClose={actions.cancelRenaming}
        />
      )}
    </>
  )
}

interface NewUsernameDialogProps {
  renaming: Renaming
  isPending: boolean
  onRestore: (username: string) => void
  onClose: () => void
}

/** Asks for another username, because the account's own is taken. */
function NewUsernameDialog({ renaming, isPending, onRestore, onClose }: NewUsernameDialogProps) {
  const { t } = useLingui()
  const { label } = renaming.entry
  const [username, setUsername] = useState(label)
  return (
    <Dialog isOpen title={t`Restore ${label}`} focusField="username" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onRestore(username)
        }}
      >
        <TextField
          label={t`Username`}
          name="username"
          value={username}
          onChange={setUsername}
          errorMessage={renaming.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isPending}
        />
        <div className={styles.formActions}>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {t`Restore`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
