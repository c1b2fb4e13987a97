import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import Archive from '~icons/lucide/archive'
import ArchiveRestore from '~icons/lucide/archive-restore'
import ArrowDown from '~icons/lucide/arrow-down'
import ArrowUp from '~icons/lucide/arrow-up'
import Pencil from '~icons/lucide/pencil'
import Plus from '~icons/lucide/plus'
import { useEntryName } from '../../records/entry-name.ts'
import { useDonationTypeName } from '../../records/gift-field-names.ts'
import { HistoryLink } from '../../records/history-link.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FormToggle } from '../../ui/form/form-toggle.tsx'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { draftOf, type EntryDraft, entryElementId, type ListEntry, type ListName, moveEntry } from './list-entry.ts'
import { useRetire, useSaveOrder } from './list-queries.ts'
import styles from './lists-page.module.css'
import { InstitutionForm, PurposeForm } from './purpose-form.tsx'

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

/** Moves, retires and brings back entries of a list. */
function useEntryActions(list: ListName, entries: readonly ListEntry[]) {
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

interface EntryItemProps {
  entry: ListEntry
  /** The institution of a purpose. */
  institution: ListEntry | undefined
  /** Among the entries in use; `undefined` for a retired one, which cannot be moved. */
  position: { isFirst: boolean; isLast: boolean } | undefined
  /** A form is saving and must stay open. */
  isLocked: boolean
  /** Its form is open: retiring it would make the form's version old. */
  isEdited: boolean
  onMove: (step: 1 | -1) => void
  onEdit: () => void
  onRetire: () => void
}

function EntryItem(props: EntryItemProps) {
  const { entry, institution, position, isLocked, isEdited, onMove, onEdit, onRetire } = props
  const { t } = useLingui()
  const entryName = useEntryName()
  const typeName = useDonationTypeName()
  const name = entryName(entry)
  const other = useOtherName()(entry)
  const { donations, donationType } = entry
  const facts = [
    entry.list === 'purposes' && (institution ? entryName(institution) : t`The whole trust`),
    donationType !== 'general' && typeName(donationType),
    donations !== undefined && t`${plural(donations, { one: '# donation', other: '# donations' })}`,
  ].filter(isText)

  return (
    <li id={entryElementId(entry.id)} className={styles.entry} tabIndex={-1} data-retired={!position || undefined}>
      <div className={styles.words}>
        <p className={styles.entryName}>
          {name}
          {other.name && (
            <span className={styles.otherName} lang={other.lang}>
              {other.name}
            </span>
          )}
        </p>
        <p className={styles.facts}>
          {facts.map((fact, index) => (
            <span key={fact}>
              {index > 0 && ' · '}
              <span className={styles.fact}>{fact}</span>
            </span>
          ))}
        </p>
      </div>
      <div className={styles.actions} data-print="no">
        {position && (
          <>
            {/* Not `disabled`, which would lose focus at the end of the list. */}
            <IconButton
              label={t`Move ${name} up`}
              icon={<ArrowUp aria-hidden="true" />}
              aria-disabled={position.isFirst || undefined}
              onClick={() => !position.isFirst && onMove(-1)}
            />
            <IconButton
              label={t`Move ${name} down`}
              icon={<ArrowDown aria-hidden="true" />}
              aria-disabled={position.isLast || undefined}
              onClick={() => !position.isLast && onMove(1)}
            />
          </>
        )}
        <IconButton label={t`Edit ${name}`} icon={<Pencil aria-hidden="true" />} disabled={isLocked} onClick={onEdit} />
        <IconButton
          label={position ? t`Retire ${name}` : t`Bring back ${name}`}
          icon={position ? <Archive aria-hidden="true" /> : <ArchiveRestore aria-hidden="true" />}
          disabled={isLocked || isEdited}
          onClick={onRetire}
        />
        <HistoryLink
          kind={entry.list === 'purposes' ? 'purpose' : 'institution'}
          id={entry._id}
          name={name}
          look="icon"
        />
      </div>
    </li>
  )
}

function isText(fact: string | false): fact is string {
  return fact !== false
}

type Names = Pick<ListEntry, 'nameEn' | 'nameHi'>

/** Names an entry in the other language; empty if both names are the same. */
function useOtherName(): (entry: Names) => { name: string; lang: string } {
  const { i18n } = useLingui()
  return ({ nameEn, nameHi }) => {
    const isHindi = i18n.locale === 'hi'
    const name = isHindi ? nameEn : nameHi
    return { name: nameEn === nameHi ? '' : name, lang: isHindi ? 'en' : 'hi' }
  }
}
