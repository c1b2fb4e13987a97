import { useLingui } from '@lingui/react/macro'
import { type RefObject, useRef } from 'react'
import Search from '~icons/lucide/search'
import X from '~icons/lucide/x'
import { TextField } from '../base/text-field.tsx'
import { IconButton } from '../layout/icon-button.tsx'
import styles from './search-field.module.css'

interface SearchFieldProps {
  /** "Search by name, e-mail or phone" */
  label: string
  /** Shown in the empty field in place of the label. */
  placeholder?: string | undefined
  value: string
  onChange: (value: string) => void
  maxLength: number
  ref?: RefObject<HTMLInputElement | null> | undefined
}

/** A search field that reports every change. Clearing it keeps focus. */
export function SearchField({ label, placeholder, value, onChange, maxLength, ref }: SearchFieldProps) {
  const { t } = useLingui()
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own

  function clear() {
    onChange('')
    input.current?.focus()
  }

  const cross = (
    <span className={styles.clear}>
      <IconButton label={t`Clear search`} icon={<X aria-hidden="true" />} onClick={clear} />
    </span>
  )
  return (
    <search className={styles.search} data-label={placeholder ? 'hidden' : undefined} data-print="no">
      <TextField
        ref={input}
        label={label}
        placeholder={placeholder}
        type="search"
        value={value}
        onChange={onChange}
        maxLength={maxLength}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        leading={<Search aria-hidden="true" className={styles.icon} />}
        trailing={value !== '' && cross}
      />
    </search>
  )
}
