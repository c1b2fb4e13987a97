import { useLingui } from '@lingui/react/macro'
import PenLine from '~icons/lucide/pen-line'
import { useTrust } from '../base/trust.tsx'
import { formatDate } from '../format/date-time.tsx'
import styles from './editors-hint.module.css'

/** Someone else who has the same record open in a form. */
export interface Editor {
  username: string
  /** UTC ISO 8601. */
  since: string
}

/** Says who else edits the record. The live region is always there, so that changes are announced. */
export function EditorsHint({ editors }: { editors: readonly Editor[] }) {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()

  function text({ username, since }: Editor): string {
    const time = formatDate(since, 'time', timeZone, i18n.locale)
    return t`${username} is editing since ${time}`
  }

  return (
    <div role="status" className={styles.hints}>
      {editors.map((editor) => (
        <p key={editor.username} className={styles.hint}>
          <PenLine aria-hidden="true" />
          <span>{text(editor)}</span>
        </p>
      ))}
    </div>
  )
}
