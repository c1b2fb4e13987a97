import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../ui/base/button.tsx'
import type { SendFailure } from './send-failure.ts'
import styles from './upload-progress.module.css'
import type { SendingState } from './use-media-form.ts'

interface UploadProgressProps {
  state: SendingState
  onCancel: () => void
}

/** How far a sending is, with a way to stop it. What has left whole can't be called back; only waiting for it can be given up. */
export function UploadProgress({ state: { percent, isOneByOne, isQuiet }, onCancel }: UploadProgressProps) {
  const { t } = useLingui()
  const id = useId()
  const hasLeft = percent >= 100

  function words(): string {
    if (hasLeft) return isQuiet ? t`Sent. The server has not answered yet.` : t`Sent. The server is saving it…`
    if (isQuiet) return t`Nothing is moving. Check the connection; it goes on by itself when the line is back.`
    return isOneByOne ? t`Sending one by one…` : t`Sending…`
  }

  return (
    <div className={styles.sending}>
      <p className={styles.words}>
        <span id={id} role="status">
          {words()}
        </span>
        <span className={styles.percent} aria-hidden="true">
          {percent}%
        </span>
      </p>
      <progress className={styles.bar} aria-labelledby={id} max={100} value={percent} />
      {!hasLeft && <Button onClick={onCancel}>{t({ message: 'Cancel', context: 'stops the upload' })}</Button>}
      {hasLeft && isQuiet && <Button onClick={onCancel}>{t`Stop waiting`}</Button>}
    </div>
  )
}

/** What was not saved, or may have been. `words` stand in place of the usual ones. */
export function UploadStopped({ failure, words }: { failure: SendFailure; words?: string | undefined }) {
  const { t } = useLingui()

  function usualWords(): string {
    const list = failure.refused.map(({ name }) => name).join(', ')
    if (failure.doubt === 'once') return t`It may have been saved. “Try again” does not save it a second time.`
    if (failure.doubt) return t`It may have been saved: look at the list below before you try again.`
    if (failure.isCancelled) return t`Stopped. What you entered is still here.`
    if (list) return t`Not accepted: ${list}. Nothing was saved yet.`
    return t`Not saved. What you entered is still here.`
  }

  return (
    <p className={styles.stopped} role="status">
      {words ?? usualWords()}
    </p>
  )
}
