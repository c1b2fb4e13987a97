import { useLingui } from '@lingui/react/macro'
import { isDay } from '@sevadesk/contract/donations/period.ts'
import { type ReactNode, useId, useRef, useState } from 'react'
import ChevronDown from '~icons/lucide/chevron-down'
import Plus from '~icons/lucide/plus'
import Trash from '~icons/lucide/trash'
import { Button } from '../../ui/base/button.tsx'
import { FieldError } from '../../ui/base/field-frame.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { formatDay } from '../../ui/format/date-time.tsx'
import styles from './settings-form.module.css'

interface DatedEntriesProps<Entry extends { from: string; key: string }> {
  /** The newest first. */
  entries: readonly Entry[]
  onChange: (entries: Entry[]) => void
  /** A copy of the newest entry without its day. */
  makeEntry: () => Entry
  addLabel: string
  emptyText: string
  errorMessage: string | undefined
  hasError: (entry: Entry) => boolean
  /** Tells which day is being edited. */
  onEdit?: ((day: string) => void) | undefined
  isSaving: boolean
  children: (entry: Entry, change: (part: Partial<Entry>) => void) => ReactNode
}

/** What is in force from a day on, entry by entry. One is open; the others show their day. */
export function DatedEntries<Entry extends { from: string; key: string }>(props: DatedEntriesProps<Entry>) {
  const { entries, onChange, makeEntry, addLabel, emptyText, errorMessage, hasError, onEdit, isSaving, children } =
    props
  const { t, i18n } = useLingui()
  const { confirm } = useConfirm()
  const [openIndex, setOpenIndex] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  const fromText = (date: string) => t`From ${date}`

  function add() {
    onChange([makeEntry(), ...entries])
    setOpenIndex(0)
    // After the new entry is there.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li input')?.focus())
  }

  async function remove(index: number) {
    const isConfirmed = await confirm({
      title: t`Remove this entry?`,
      text: t`Receipts that are already issued stay as they are.`,
      confirmLabel: t`Remove`,
      tone: 'danger',
    })
    if (!isConfirmed) return
    onChange(entries.filter((_, other) => other !== index))
    list.current?.querySelector('button')?.focus()
  }

  return (
    <div ref={list} className={styles.entries} data-invalid={errorMessage ? true : undefined}>
      <Button icon={<Plus aria-hidden="true" />} disabled={isSaving} onClick={add}>
        {addLabel}
      </Button>
      <FieldError id={id}>{errorMessage}</FieldError>
      {entries.length === 0 && <p className={styles.hint}>{emptyText}</p>}
      <ul className={styles.list}>
        {entries.map((entry, index) => {
          const isOpen = index === openIndex || hasError(entry)
          return (
            <li key={entry.key} className={styles.entry} onFocus={() => isDay(entry.from) && onEdit?.(entry.from)}>
              <button
                type="button"
                className={styles.opener}
                aria-expanded={isOpen}
                onClick={() => setOpenIndex(isOpen ? -1 : index)}
              >
                <ChevronDown aria-hidden="true" />
                {isDay(entry.from) ? fromText(formatDay(entry.from, i18n.locale)) : t`New entry`}
              </button>
              {isOpen && (
                <div className={styles.fields}>
                  {children(entry, (part) => {
                    onChange(entries.map((other, place) => (place === index ? { ...other, ...part } : other)))
                    if (part.from && isDay(part.from)) onEdit?.(part.from)
                  })}
                  <div className={styles.buttons}>
                    <Button
                      variant="quiet"
                      icon={<Trash aria-hidden="true" />}
                      disabled={isSaving}
                      onClick={() => void remove(index)}
                    >
                      {t`Remove this entry`}
                    </Button>
                  </div>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
