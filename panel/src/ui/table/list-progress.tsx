import { Trans } from '@lingui/react/macro'
import { Count, FileSize } from '../format/money.tsx'
import styles from './list-progress.module.css'

/** From how many bytes on an answer takes long enough to be told of. */
const TOLD_BYTES = 512 * 1024

interface ListProgressProps {
  bytes: number
  rows: number
}

/** How far a long list has come. How much there will be, nobody knows. */
export function ListProgress({ bytes, rows }: ListProgressProps) {
  if (bytes < TOLD_BYTES) return null
  return (
    <p className={styles.progress}>
      {rows > 0 ? (
        <Trans>
          <Count value={rows} /> donations ready
        </Trans>
      ) : (
        <Trans>
          <FileSize bytes={bytes} /> received
        </Trans>
      )}
    </p>
  )
}
