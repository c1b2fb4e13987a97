import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './upload-progress.module.css'

/**
 * `percent` is whole, 0 to 100; at 100 all has left and the server is at work. `refused` holds the names of the files that the
 * server objected to, where it named any; files that are sent together are saved together or not at all.
 */
export type UploadState =
  | { kind: 'idle' }
  | { kind: 'sending'; percent: number }
  | { kind: 'failed'; refused: readonly string[] }
  | { kind: 'cancelled' }

interface UploadProgressProps {
  state: UploadState
  /** What stands in place of the usual words when a part of it was saved. */
  partlyWords?: string | undefined
  onCancel: () => void
  onRetry: () => void
}

/** How far a sending is, with a way to stop it; when it has failed or was stopped, what was not saved and a way to try again. */
export function UploadProgress({ state, partlyWords, onCancel, onRetry }: UploadProgressProps) {
  if (state.kind === 'idle') return null
  if (state.kind === 'sending') return <Sending percent={state.percent} onCancel={onCancel} />
  return (
    <Stopped onRetry={onRetry}>
      {partlyWords ?? <NothingSaved refused={state.kind === 'failed' ? state.refused : undefined} />}
    </Stopped>
  )
}

function Sending({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const cancel = useFocusIfLost()
  return (
    <div className={styles.sending}>
      <p className={styles.words}>
        <span id={id} role="status">
          {percent < 100 ? <Trans>Sending…</Trans> : <Trans>Sent. The server is saving it…</Trans>}
        </span>
        <span className={styles.percent} aria-hidden="true">
          {percent}%
        </span>
      </p>
      <progress className={styles.bar} aria-labelledby={id} max={100} value={percent} />
      <Button ref={cancel} onClick={onCancel}>
        {t({ message: 'Cancel', context: 'stops the upload' })}
      </Button>
    </div>
  )
}

function Stopped({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  const { t } = useLingui()
  const retry = useFocusIfLost()
  return (
    <div className={styles.stopped} role="status">
      <p>{children}</p>
      <Button
        ref={retry}
        icon={<RotateCw aria-hidden="true" />}
        // It stands where Cancel stood: the second half of a double click there is not meant for it.
        onClick={(event) => event.detail > 1 || onRetry()}
      >
        {t`Try again`}
      </Button>
    </div>
  )
}

/** Takes over focus from the button that stood here before, if that had it. */
function useFocusIfLost() {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  return button
}

/** `refused` is left out when the person stopped it. */
function NothingSaved({ refused }: { refused: readonly string[] | undefined }) {
  const list = refused?.join(', ')
  if (list === undefined) return <Trans>Stopped. What you entered is still here.</Trans>
  if (list === '') return <Trans>Not saved. What you entered is still here.</Trans>
  return <Trans>Not accepted: {list}. Nothing was saved yet.</Trans>
}
