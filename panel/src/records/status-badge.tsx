import { useLingui } from '@lingui/react/macro'
import type { StatusTone } from '@sevadesk/contract/donations/donation-status.ts'
import CircleCheck from '~icons/lucide/circle-check'
import CircleDashed from '~icons/lucide/circle-dashed'
import CircleX from '~icons/lucide/circle-x'
import Clock from '~icons/lucide/clock'
import styles from './status-badge.module.css'

interface StatusBadgeProps {
  /** English, from the contract's `statusLabel`. */
  label: string
  /** From the contract's `statusTone`. */
  tone: StatusTone
}

/** The status of a donation, with an icon so that colour is not the only sign. */
export function StatusBadge({ label, tone }: StatusBadgeProps) {
  const name = useStatusName()(label)
  return (
    <span className={styles.badge} data-tone={tone}>
      <ToneIcon tone={tone} />
      {name}
    </span>
  )
}

/** Translates a status. Unknown statuses are returned unchanged. */
export function useStatusName(): (label: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    Success: t({ message: 'Success', context: 'status of a donation' }),
    Pending: t({ message: 'Pending', context: 'status of a donation' }),
    Failed: t({ message: 'Failed', context: 'status of a donation' }),
    Created: t({ message: 'Created', context: 'status of a donation' }),
    Refunded: t({ message: 'Refunded', context: 'status of a donation' }),
    Cancelled: t({ message: 'Cancelled', context: 'status of a donation' }),
    Unknown: t({ message: 'Unknown', context: 'status of a donation' }),
  }
  return (label) => (Object.hasOwn(names, label) ? (names[label] ?? label) : label)
}

function ToneIcon({ tone }: { tone: StatusTone }) {
  if (tone === 'success') return <CircleCheck aria-hidden="true" />
  if (tone === 'pending') return <Clock aria-hidden="true" />
  if (tone === 'failed') return <CircleX aria-hidden="true" />
  return <CircleDashed aria-hidden="true" />
}
