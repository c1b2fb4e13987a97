import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import Copy from '~icons/lucide/copy'
import { Button } from '../../ui/base/button.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import type { EntryDraft } from './list-entry.ts'
import styles from './lists-page.module.css'

interface EntryNameFieldsProps {
  draft: EntryDraft
  change: (part: Partial<EntryDraft>) => void
  fieldErrors: Readonly<Partial<Record<string, string>>>
  isSaving: boolean
}

/** The name in both languages. An empty one can be copied from the other. */
export function EntryNameFields({ draft, change, fieldErrors, isSaving }: EntryNameFieldsProps) {
  const { t } = useLingui()
  const english = useRef<HTMLInputElement>(null)
  const hindi = useRef<HTMLInputElement>(null)
  const { nameEn, nameHi } = draft
  const isEmpty = (name: string) => name.trim() === ''
  const shared = { autoComplete: 'off', readOnly: isSaving }
  return (
    <>
      <div className={styles.name}>
        <TextField
          {...shared}
          ref={english}
          label={t`Name in English`}
          name="nameEn"
          value={nameEn}
          onChange={(name) => change({ nameEn: name })}
          errorMessage={fieldErrors.nameEn}
        />
        {isEmpty(nameEn) && !isEmpty(nameHi) && (
          <Button
            variant="quiet"
            icon={<Copy aria-hidden="true" />}
            onClick={() => {
              change({ nameEn: nameHi })
              english.current?.focus()
            }}
          >
            {t`Copy the Hindi name`}
          </Button>
        )}
      </div>
      <div className={styles.name}>
        <TextField
          {...shared}
          ref={hindi}
          label={t`Name in Hindi`}
          name="nameHi"
          value={nameHi}
          onChange={(name) => change({ nameHi: name })}
          errorMessage={fieldErrors.nameHi}
        />
        {isEmpty(nameHi) && !isEmpty(nameEn) && (
          <Button
            variant="quiet"
            icon={<Copy aria-hidden="true" />}
            onClick={() => {
              change({ nameHi: nameEn })
              hindi.current?.focus()
            }}
          >
            {t`Copy the English name`}
          </Button>
        )}
      </div>
    </>
  )
}
