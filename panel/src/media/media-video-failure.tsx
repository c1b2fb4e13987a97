import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import Download from '~icons/lucide/download'
import RotateCw from '~icons/lucide/rotate-cw'
import VideoOff from '~icons/lucide/video-off'
import WifiOff from '~icons/lucide/wifi-off'
import styles from './media-video.module.css'

/** `unplayable` in this browser, `unreachable` by network, or `missing` on the server. */
export type VideoFailure = 'unplayable' | 'unreachable' | 'missing'

export interface VideoDownload {
  href: string
  /** Suggested file name. */
  name: string
}

interface MediaVideoFailureProps {
  title: string
  failure: VideoFailure
  download?: VideoDownload | undefined
  /** The player had focus, so "Try again" takes it. */
  takesFocus?: boolean | undefined
  /** Left out if trying again cannot help. */
  onRetry?: (() => void) | undefined
}

/** Replaces the player: why the video cannot be played, and what to do. */
export function MediaVideoFailure({ title, failure, download, takesFocus, onRetry }: MediaVideoFailureProps) {
  const { t } = useLingui()
  const retry = useRef<HTMLButtonElement>(null)
  const Icon = failure === 'unreachable' ? WifiOff : VideoOff
  const sentence = {
    unplayable: t`This video can't be played in this browser.`,
    unreachable: t`The video could not be loaded. Check your internet connection and try again.`,
    missing: t`Video can't be shown`,
  }[failure]

  useEffect(() => {
    if (takesFocus) retry.current?.focus()
  }, [takesFocus])

  return (
    <div className={styles.failure}>
      <Icon aria-hidden="true" />
      <p role={onRetry && 'alert'}>{sentence}</p>
      <div className={styles.ways}>
        {failure === 'unplayable' && download && (
          <a
            className={styles.way}
            href={download.href}
            download={download.name}
            target="_blank"
            rel="noopener"
            aria-label={t`Download ${title}`}
          >
            <Download aria-hidden="true" />
            {t`Download`}
          </a>
        )}
        {onRetry && (
          <button ref={retry} type="button" className={styles.way} onClick={onRetry}>
            <RotateCw aria-hidden="true" />
            {t`Try again`}
          </button>
        )}
      </div>
    </div>
  )
}
