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
  return (label) => {
    switch (label) {
      case 'Success':
        return t({ message: 'Success', context: 'status of a donation' })
      case 'Pending':
        return t({ message: 'Pending', context: 'status of a donation' })
      case 'Failed':
        return t({ message: 'Failed', context: 'status of a donation' })
      case 'Created':
        return t({ message: 'Created', context: 'status of a donation' })
      case 'Refunded':
        return t({ message: 'Refunded', context: 'status of a donation' })
      case 'Cancelled':
        return t({ message: 'Cancelled', context: 'status of a donation' })
      case 'Unknown':
        return t({ message: 'Unknown', context: 'status of a donation' })
      default:
        return label
    }
  }
}

function ToneIcon({ tone }: { tone: StatusTone }) {
  if (tone === 'success') return <CircleCheck aria-hidden="true" />
  if (tone === 'pending') return <Clock aria-hidden="true" />
  if (tone === 'failed') return <CircleX aria-hidden="true" />
  return <CircleDashed aria-hidden="true" />
}
