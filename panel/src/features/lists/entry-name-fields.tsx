import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import Copy from '~icons/lucide/copy'
import { Button } from '../../ui/base/button.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { type FormParts, fieldProps } from '../../ui/form/use-form.ts'
import type { EntryDraft } from './list-entry.ts'
import styles from './lists-page.module.css'

/** The name in both languages. An empty one can be copied from the other. */
export function EntryNameFields({ form }: { form: FormParts<EntryDraft> }) {
  const { t } = useLingui()
  const english = useRef<HTMLInputElement>(null)
  const hindi = useRef<HTMLInputElement>(null)
  const { draft, change } = form
  const { nameEn, nameHi } = draft
  const isEmpty = (name: string) => name.trim() === ''
  return (
    <>
      <div className={styles.name}>
        <TextField {...fieldProps(form, 'nameEn')} ref={english} label={t`Name in English`} autoComplete="off" />
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
        <TextField {...fieldProps(form, 'nameHi')} ref={hindi} label={t`Name in Hindi`} autoComplete="off" />
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
