import { useLingui } from '@lingui/react/macro'
import { Search, X } from 'lucide-react'
import { type RefObject, useId } from 'react'
import { FieldFrame } from './field-frame.tsx'
import styles from './search-field.module.css'

interface SearchFieldProps {
  /** What is searched: "Search by name, e-mail or phone". */
  label: string
  value: string
  onChange: (value: string) => void
  /** The most characters that it takes. */
  maxLength: number
  /** Where focus is sent when what it found is gone. */
  ref?: RefObject<HTMLInputElement | null> | undefined
}

/** Finds while one types. Clearing it keeps the cursor in it. */
export function SearchField({ label, value, onChange, maxLength, ref }: SearchFieldProps) {
  const { t } = useLingui()
  const id = useId()

  function clear() {
    onChange('')
    document.getElementById(id)?.focus()
  }

  return (
    <search className={styles.search} data-print="no">
      <FieldFrame id={id} label={label}>
        <div className={styles.box}>
          <Search aria-hidden="true" className={styles.icon} />
          <input
            ref={ref}
            id={id}
            className={styles.input}
            type="search"
            value={value}
            maxLength={maxLength}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          {value !== '' && (
            <button type="button" className={styles.clear} aria-label={t`Clear search`} onClick={clear}>
              <X aria-hidden="true" />
            </button>
          )}
        </div>
      </FieldFrame>
    </search>
  )
}
