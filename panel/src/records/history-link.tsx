import { useLingui } from '@lingui/react/macro'
import type { HistoryKind } from '@sevadesk/contract/records/history.ts'
import { useLinkProps } from '@tanstack/react-router'
import RotateCcwClock from '~icons/lucide/rotate-ccw-clock'
import { IconButton } from '../ui/layout/icon-button.tsx'
import styles from './history-link.module.css'

interface HistoryLinkProps {
  kind: HistoryKind
  /** The record's `_id`. */
  id: string
  /** What a person calls the record. */
  name: string
  look: 'text' | 'icon'
}

/** Opens the history of a record. */
export function HistoryLink({ kind, id, name, look }: HistoryLinkProps) {
  const { t } = useLingui()
  const { href = '', onClick } = useLinkProps({ to: '/history', search: { kind, record: id } })
  const label = t`History of ${name}`
  if (look === 'icon') {
    return <IconButton href={href} onClick={onClick} label={label} icon={<RotateCcwClock aria-hidden="true" />} />
  }
  return (
    <a className={styles.text} href={href} onClick={onClick} aria-label={label} data-print="no">
      {t`History`}
    </a>
  )
}
