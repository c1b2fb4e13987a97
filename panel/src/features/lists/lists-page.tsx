import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { QueryState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useConfirmLeave } from '../../ui/form/unsaved-changes.ts'
import { usePageForm } from '../../ui/form/use-page-form.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { EntrySection } from './entry-section.tsx'
import { type EntryDraft, entryElementId, type ListName, newDraft } from './list-entry.ts'
import { useLists } from './list-queries.ts'
import styles from './lists-page.module.css'

const LISTS: readonly ListName[] = ['purposes', 'institutions']

/** The purposes and institutions that donations name, for superadmins. */
export function ListsPage() {
  const { t } = useLingui()
  const query = useLists()
  const confirmLeave = useConfirmLeave()
  const form = usePageForm<EntryDraft>(({ id }) =>
    id === undefined ? null : document.getElementById(entryElementId(id)),
  )
  // Both lists have a button that opens the form; focus returns to that of the last form.
  const [formList, setFormList] = useState<ListName>('purposes')
  const openList = form.props?.initial.list
  if (openList && openList !== formList) setFormList(openList)
  const otherToggle = useRef<HTMLButtonElement>(null)
  const entries = query.data

  async function add(list: ListName) {
    if (await confirmLeave()) form.add(newDraft(list))
  }

  return (
    <>
      <PageHeader
        title={t`Lists`}
        purpose={t`The purposes and institutions that donations name. Forms and the public site offer those in use.`}
      />
      <QueryState query={query} loading={t`Loading the lists...`} failed={t`Failed to load the lists`}>
        <div className={styles.lists} aria-hidden="true">
          {LISTS.map((list) => (
            <div key={list} className={styles.skeleton}>
              <Skeleton shape="title" />
              <Skeleton />
              <Skeleton />
              <Skeleton />
            </div>
          ))}
        </div>
      </QueryState>
      {entries && (
        <div className={styles.lists}>
          {LISTS.map((list) => (
            <EntrySection
              key={list}
              list={list}
              entries={entries.filter((entry) => entry.list === list)}
              institutions={entries.filter((entry) => entry.list === 'institutions')}
              form={{
                isSaving: form.isSaving,
                props: openList === list ? form.props : undefined,
                toggle: formList === list ? form.toggle : otherToggle,
              }}
              onAdd={() => void add(list)}
              onEdit={form.edit}
            />
          ))}
        </div>
      )}
    </>
  )
}
