import { useLingui } from '@lingui/react/macro'
import type { StatusTone } from '@sevadesk/contract/donation-status.ts'
import { CircleCheck, CircleDashed, CircleX, Clock } from 'lucide-react'
import styles from './status-badge.module.css'

interface StatusBadgeProps {
  /** The English word, from the contract's `statusLabel`. */
  label: string
  /** From the contract's `statusTone`. */
  tone: StatusTone
}

/** The status of a donation: a word and an icon, so that colour says nothing alone. */
export function StatusBadge({ label, tone }: StatusBadgeProps) {
  const word = useStatusWord()(label)
  return (
    <span className={styles.badge} data-tone={tone}>
      <ToneIcon tone={tone} />
      {word}
    </span>
  )
}

/** A status in the reader's language; one that we have no word for stays as it is. */
function useStatusWord(): (label: string) => string {
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
