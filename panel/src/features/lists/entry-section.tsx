import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type RefObject, useId } from 'react'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import Plus from '~icons/lucide/plus'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { EntryItem } from './entry-item.tsx'
import { InstitutionForm } from './institution-form.tsx'
import { draftOf, type EntryDraft, type ListEntry, type ListName } from './list-entry.ts'
import styles from './lists-page.module.css'
import { PurposeForm } from './purpose-form.tsx'
import { useEntryActions } from './use-entry-actions.ts'

interface EntrySectionProps {
  list: ListName
  /** All entries of the list, in their order. */
  entries: readonly ListEntry[]
  institutions: readonly ListEntry[]
  form: {
    isSaving: boolean
    /** `undefined` unless the form is open in this list. */
    props: PageFormProps<EntryDraft> | undefined
    toggle: RefObject<HTMLButtonElement | null>
  }
  onAdd: () => void
  onEdit: (draft: EntryDraft) => void
}

/** One list: its form, its entries in use in their order, and its retired entries. */
export function EntrySection({ list, entries, institutions, form, onAdd, onEdit }: EntrySectionProps) {
  const { t } = useLingui()
  const id = useId()
  const actions = useEntryActions(list, entries)
  const inUse = entries.filter(({ isRetired }) => !isRetired)
  const retired = entries.filter(({ isRetired }) => isRetired)
  const isPurposes = list === 'purposes'
  const title = isPurposes ? t`Purposes` : t`Institutions`

  function item(entry: ListEntry, position?: { isFirst: boolean; isLast: boolean }) {
    return (
      <EntryItem
        key={entry.id}
        entry={entry}
        institution={institutions.find(({ _id }) => _id === entry.institutionId)}
        position={position}
        isLocked={form.isSaving}
        isEdited={form.props?.initial.id === entry._id}
        onMove={(step) => actions.move(entry, step)}
        onEdit={() => onEdit(draftOf(entry))}
        onRetire={() => actions.retire(entry)}
      />
    )
  }

  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <FormToggle
          form={form}
          icon={<Plus aria-hidden="true" />}
          label={isPurposes ? t`Add purpose` : t`Add institution`}
          variant={isPurposes ? 'primary' : 'secondary'}
          onOpen={onAdd}
        />
      </div>
      {form.props &&
        (isPurposes ? (
          <PurposeForm key={form.props.initial.id ?? 'new'} {...form.props} institutions={institutions} />
        ) : (
          <InstitutionForm key={form.props.initial.id ?? 'new'} {...form.props} />
        ))}
      <VisuallyHidden role="status">{actions.announcement}</VisuallyHidden>
      {entries.length === 0 && (
        <EmptyState
          title={isPurposes ? t`No purposes yet.` : t`No institutions yet.`}
          text={
            isPurposes
              ? t`Add what people give for, such as fodder or education.`
              : t`Add the places that the trust runs, such as the school.`
          }
        />
      )}
      {inUse.length > 0 && (
        <ol className={styles.entries} aria-label={t`${title}: in use`}>
          {inUse.map((entry, index) => item(entry, { isFirst: index === 0, isLast: index === inUse.length - 1 }))}
        </ol>
      )}
      {retired.length > 0 && (
        <>
          <h3
            className={styles.retiredTitle}
          >{t`${plural(retired.length, { one: '# retired', other: '# retired' })}`}</h3>
          <ul className={styles.entries} aria-label={t`${title}: retired`}>
            {retired.map((entry) => item(entry))}
          </ul>
        </>
      )}
    </section>
  )
}
