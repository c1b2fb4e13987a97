import { useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useCallback, useRef, useState } from 'react'
import Play from '~icons/lucide/play'
import styles from './media-video.module.css'
import clear from './media-video-clear.svg'
import { MediaVideoFailure, type VideoDownload, type VideoFailure } from './media-video-failure.tsx'
import { MediaVideoPoster, type VideoPoster } from './media-video-poster.tsx'

interface MediaVideoProps {
  /** `undefined` if the stored path is not a safe URL. */
  src: string | undefined
  title: string
  poster?: VideoPoster | undefined
  /** For browsers that cannot play the video. */
  download: VideoDownload | undefined
  /**
   * Finds why a video failed to load. The video element reports network errors and unknown formats
   * alike.
   */
  findCause: (src: string) => Promise<VideoFailure>
}

/** A native player that loads no video before it is played. Only one video plays at a time. */
export function MediaVideo(props: MediaVideoProps) {
  const { src, title } = props
  if (src === undefined) return <MediaVideoFailure title={title} failure="missing" />
  return <Player key={src} {...props} src={src} />
}

/** `starting`: play was requested; `started`: the metadata is loaded. */
type PlayerState =
  | { kind: 'waiting' | 'starting' | 'started' }
  | { kind: 'failed'; failure: VideoFailure; hadFocus: boolean; position: number }

function Player({ src, title, poster, download, findCause }: MediaVideoProps & { src: string }) {
  const { t } = useLingui()
  const [state, setState] = useState<PlayerState>({ kind: 'waiting' })
  const current = useRef<HTMLVideoElement>(null)
  /** Position in seconds, set by "Try again". */
  const resumeAt = useRef<number>(undefined)

  const attach = useCallback((video: HTMLVideoElement) => {
    current.current = video
    if (resumeAt.current !== undefined) play(video)
    return () => {
      current.current = null
      stopLoading(video)
    }
  }, [])

  function fail(video: HTMLVideoElement, failure: VideoFailure, hadFocus = document.activeElement === video) {
    if (current.current === video) setState({ kind: 'failed', failure, hadFocus, position: video.currentTime })
  }

  async function explain({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
    const hadFocus = document.activeElement === video // the wait for the cause may end it
    const cause = reportedCause(video.error)
    fail(video, cause ?? (await findCause(src)), hadFocus)
  }

  function checkPicture({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
    // Without a video decoder Chromium plays the sound alone and reports no error.
    if (video.videoWidth === 0) fail(video, 'unplayable')
    else setState({ kind: 'started' })
    if (resumeAt.current) video.currentTime = resumeAt.current
    resumeAt.current = undefined
  }

  if (state.kind === 'failed') {
    return (
      <MediaVideoFailure
        title={title}
        failure={state.failure}
        download={download}
        takesFocus={state.hadFocus}
        onRetry={() => {
          resumeAt.current = state.position
          setState({ kind: 'waiting' })
        }}
      />
    )
  }
  return (
    <>
      {state.kind !== 'started' && <MediaVideoPoster poster={poster} />}
      <video
        ref={attach}
        className={styles.video}
        data-started={state.kind === 'started' || undefined}
        src={src}
        controls={state.kind !== 'waiting'} // the browser's would be a second play button
        playsInline
        preload="none"
        poster={clear} // without one, Chromium covers `MediaVideoPoster` in grey
        aria-label={title}
        onPlay={({ currentTarget }) => {
          pauseOthers(currentTarget)
          setState((before) => (before.kind === 'waiting' ? { kind: 'starting' } : before))
        }}
        onPause={({ currentTarget }) => {
          if (currentTarget.error) return
          setState((before) => (before.kind === 'starting' ? { kind: 'waiting' } : before))
        }}
        onLoadedMetadata={checkPicture}
        onLoadedData={checkPicture}
        onError={(event) => void explain(event)}
      />
      {/* Only some browsers start a video by a press on its picture. */}
      {state.kind === 'waiting' && (
        <button
          type="button"
          className={styles.play}
          aria-label={t`Play ${title}`}
          onClick={() => current.current && play(current.current)}
        >
          <Play aria-hidden="true" />
        </button>
      )}
    </>
  )
}

/** The cause that the browser reports; `undefined` if it is ambiguous. */
function reportedCause(error: MediaError | null): VideoFailure | undefined {
  if (!navigator.onLine || error?.code === MediaError.MEDIA_ERR_NETWORK) return 'unreachable'
  return error?.code === MediaError.MEDIA_ERR_DECODE ? 'unplayable' : undefined
}

let playing: HTMLVideoElement | undefined

function pauseOthers(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause()
  playing = video
}

/**
 * Moves focus to the player, which needs controls for it: the play button disappears. The `error`
 * event reports failures.
 */
function play(video: HTMLVideoElement): void {
  video.controls = true
  video.focus()
  video.play().catch(() => undefined)
}

/**
 * Stops loading after the player is removed. Strict Mode also cleans up a player that stays.
 */
function stopLoading(video: HTMLVideoElement): void {
  queueMicrotask(() => {
    if (video.isConnected) return
    if (playing === video) playing = undefined
    video.pause()
    video.removeAttribute('src')
    video.load()
  })
}
