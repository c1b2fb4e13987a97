import { useLingui } from '@lingui/react/macro'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { useId, useState } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import type { AdminAccount } from './admin-account.ts'
import { useAdminColumns } from './admin-columns.tsx'
import { ADMINS_PER_PAGE, useSuperadmins } from './admin-queries.ts'
import styles from './superadmin-list.module.css'
import { type AccountForm, useAccountDeletion } from './use-account-deletion.ts'

interface SuperadminListProps {
  me: CurrentAdmin
  form: AccountForm
  onEdit: (account: AdminAccount) => void
}

/** The other superadmins, below the specified list and apart from it (reading A15). */
export function SuperadminList({ me, form, onEdit }: SuperadminListProps) {
  const { t } = useLingui()
  const id = useId()
  const [page, setPage] = useState(1)
  const list = useSuperadmins(page)
  const { deletingId, requestDeletion } = useAccountDeletion('superadmin', list.rows ?? [], form)
  const columns = useAdminColumns({ me, isLocked: form.isSaving, onEdit, onDelete: requestDeletion })
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t`Other superadmins`}
      </h2>
      <p className={styles.purpose}>{t`They can open every page and manage every account, yours too.`}</p>
      <DataTablePages
        labels={{
          table: t`Other superadmins`,
          loading: t`Loading superadmins...`,
          fetchFailed: t`Failed to fetch superadmins`,
        }}
        columns={columns}
        list={list}
        perPage={ADMINS_PER_PAGE}
        onPageChange={setPage}
        leavingId={deletingId}
        empty={<EmptyState title={t`You are the only superadmin.`} />}
      />
    </section>
  )
}
