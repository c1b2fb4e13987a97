import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import Archive from '~icons/lucide/archive'
import ArchiveRestore from '~icons/lucide/archive-restore'
import ArrowDown from '~icons/lucide/arrow-down'
import ArrowUp from '~icons/lucide/arrow-up'
import Pencil from '~icons/lucide/pencil'
import { useEntryName } from '../../records/entry-name.ts'
import { useDonationTypeName } from '../../records/gift-field-names.ts'
import { HistoryLink } from '../../records/history-link.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { entryElementId, type ListEntry } from './list-entry.ts'
import styles from './lists-page.module.css'

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

export function EntryItem(props: EntryItemProps) {
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
