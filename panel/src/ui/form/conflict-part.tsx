import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import Users from '~icons/lucide/users'
import { Choice, Choices } from './choice.tsx'
import styles from './conflict-part.module.css'
import { type ConflictField, type ConflictView, choiceError } from './use-conflict.ts'

interface ConflictPartProps<Draft extends object> {
  conflict: ConflictView<Draft>
  draft: Draft
  change: (part: Partial<Draft>) => void
  fieldErrors: Readonly<Partial<Record<string, string>>>
  isSaving: boolean
}

/** What others saved while the form was open, field by field. */
export function ConflictPart<Draft extends object>(props: ConflictPartProps<Draft>) {
  const { conflict, draft, change, fieldErrors, isSaving } = props
  const { t } = useLingui()
  const id = useId()
  const part = useRef<HTMLElement>(null)
  const { taken, open, choices, theirs } = conflict
  const yours = conflict.yoursOf(draft)

  useEffect(() => {
    // A new conflict has a new record of the server.
    if (!theirs) return
    part.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView({ block: 'start' })
  }, [theirs])

  function choice(field: ConflictField<Draft>, side: 'yours' | 'theirs') {
    return (
      <Choice
        type="radio"
        name={`${id}-${field.name}`}
        label={side === 'yours' ? t`Yours` : t`Theirs`}
        note={<Value>{field.show(side === 'yours' ? yours : theirs)}</Value>}
        checked={choices[field.name] === side}
        isReadOnly={isSaving}
        onChange={() => !isSaving && change(conflict.choose(field, side, draft))}
      />
    )
  }

  return (
    <section ref={part} className={styles.part} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h3 id={`${id}-title`} className={styles.title}>
        <Users aria-hidden="true" />
        <span>{t`Someone else saved a change here meanwhile.`}</span>
      </h3>
      <p>
        {open.length > 0
          ? t`You both changed these fields. Choose what to keep, then save.`
          : t`Your changes are still here. Save again to keep both.`}
      </p>
      {open.map((field) => (
        <Choices
          key={field.name}
          legend={field.label}
          errorMessage={fieldErrors[choiceError(field.name)]}
          isReadOnly={isSaving}
        >
          <div className={styles.sides}>
            {choice(field, 'yours')}
            {choice(field, 'theirs')}
          </div>
        </Choices>
      ))}
      {taken.length > 0 && (
        <div>
          <p className={styles.takenTitle}>{t`Only the other person changed this. It is in the form now:`}</p>
          <dl className={styles.taken}>
            {taken.map((field) => (
              <div key={field.name}>
                <dt>{field.label}</dt>
                <dd>
                  <Value>{field.show(theirs)}</Value>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </section>
  )
}

function Value({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return <span className={styles.value}>{children || t({ message: 'empty', context: 'value of a field' })}</span>
}
