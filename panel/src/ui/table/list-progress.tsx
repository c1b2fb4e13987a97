import { Trans } from '@lingui/react/macro'
import { Count, FileSize } from '../format/money.tsx'
import styles from './list-progress.module.css'

/** Below this size no progress is shown. */
const MIN_BYTES = 512 * 1024

interface ListProgressProps {
  bytes: number
  rows: number
}

/** Progress of a long list, whose total size is unknown. */
export function ListProgress({ bytes, rows }: ListProgressProps) {
  if (bytes < MIN_BYTES) return null
  return (
    <p className={styles.progress}>
      {rows > 0 ? (
        <Trans>
          <Count value={rows} /> donations loaded
        </Trans>
      ) : (
        <Trans>
          <FileSize bytes={bytes} /> received
        </Trans>
      )}
    </p>
  )
}
