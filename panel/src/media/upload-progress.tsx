import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../ui/base/button.tsx'
import type { UploadFailure } from './upload-failure.ts'
import styles from './upload-progress.module.css'
import type { UploadState } from './use-upload-state.ts'

interface UploadProgressProps {
  upload: UploadState
  /** Shown while the files to send are not ready yet. */
  preparing?: string | undefined
  /** Shown while files are sent. Default: "Sending…" */
  sending?: string | undefined
  onCancel: () => void
}

/**
 * Progress of an upload, with a button to cancel it. Once everything is sent, the button appears
 * only if the server is slow, and stops the waiting.
 */
export function UploadProgress({ upload, preparing, sending, onCancel }: UploadProgressProps) {
  const { t } = useLingui()
  const { percent, isStalled } = upload
  const id = useId()
  const isSent = percent >= 100

  function status(): string {
    if (preparing) return preparing
    if (isSent) return isStalled ? t`Sent. The server has not answered yet.` : t`Sent. The server is saving it…`
    if (isStalled)
      return t`The upload is not moving. Check your internet connection. It continues when the connection is back.`
    return sending ?? t`Sending…`
  }

  return (
    <div className={styles.sending}>
      <p className={styles.words}>
        <span id={id} role="status">
          {status()}
        </span>
        <span className={styles.percent} aria-hidden="true">
          {percent}%
        </span>
      </p>
      <progress className={styles.bar} aria-labelledby={id} max={100} value={percent} />
      {!isSent && <Button onClick={onCancel}>{t({ message: 'Cancel', context: 'stops the upload' })}</Button>}
      {isSent && isStalled && <Button onClick={onCancel}>{t`Stop waiting`}</Button>}
    </div>
  )
}

interface UploadStoppedProps {
  failure: UploadFailure
  /** Replaces the default text. */
  text?: string | undefined
}

/** Whether a failed upload may have been saved, and what to do next. */
export function UploadStopped({ failure, text }: UploadStoppedProps) {
  const { t } = useLingui()

  function defaultText(): string {
    const list = failure.refused.map(({ name }) => name).join(', ')
    if (failure.unknownOutcome === 'once') return t`It may have been saved. “Save” will not save it twice.`
    if (failure.unknownOutcome) return t`It may have been saved. Check the list below before you try again.`
    if (failure.isCancelled) return t`Stopped. What you entered is still here.`
    if (list) return t`Not accepted: ${list}. Nothing has been saved.`
    return t`Not saved. What you entered is still here.`
  }

  return (
    <p className={styles.stopped} role="status">
      {text ?? defaultText()}
    </p>
  )
}
