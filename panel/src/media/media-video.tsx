import { useLingui } from '@lingui/react/macro'
import { Play } from 'lucide-react'
import { type SyntheticEvent, useCallback, useRef, useState } from 'react'
import styles from './media-video.module.css'
import clear from './media-video-clear.svg'
import { MediaVideoFailure, type VideoDownload, type VideoFailure } from './media-video-failure.tsx'
import { MediaVideoPoster } from './media-video-poster.tsx'

interface MediaVideoProps {
  /** `undefined` where the stored path is no address to follow. */
  src: string | undefined
  title: string
  /** Where the file itself can be had, for a browser that can't play it. */
  download: VideoDownload | undefined
  /** Asks why a video could not be loaded: to a page, a lost line and a film of an unknown kind look the same. */
  findCause: (src: string) => Promise<VideoFailure>
}

/**
 * A player in a card's box, with the browser's own controls. Nothing of the video is fetched before somebody presses play, and one
 * video plays at a time; what can't be played says so, and why.
 */
export function MediaVideo({ src, title, download, findCause }: MediaVideoProps) {
  if (src === undefined) return <MediaVideoFailure title={title} failure="missing" />
  return <Player key={src} src={src} title={title} download={download} findCause={findCause} />
}

/** `starting` is asked to play; `started` has a picture to show. */
type PlayerState =
  | { kind: 'waiting' | 'starting' | 'started' }
  | { kind: 'failed'; failure: VideoFailure; hadFocus: boolean; position: number }

function Player({ src, title, download, findCause }: MediaVideoProps & { src: string }) {
  const { t } = useLingui()
  const [state, setState] = useState<PlayerState>({ kind: 'waiting' })
  const shown = useRef<HTMLVideoElement>(null)
  /** Set by "Try again": where to go on, in seconds. */
  const resumeAt = useRef<number>(undefined)

  const take = useCallback((video: HTMLVideoElement) => {
    shown.current = video
    if (resumeAt.current !== undefined) play(video)
    return () => {
      shown.current = null
      letGo(video)
    }
  }, [])

  function fail(video: HTMLVideoElement, failure: VideoFailure) {
    if (shown.current !== video) return
    setState({ kind: 'failed', failure, hadFocus: document.activeElement === video, position: video.currentTime })
  }

  async function explain({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
    const known = knownCause(video.error)
    fail(video, known ?? (await findCause(src)))
  }

  function judge({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
    // Chromium without a decoder for the pictures plays the sound alone and reports nothing.
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
      {state.kind !== 'started' && <MediaVideoPoster />}
      <video
        ref={take}
        className={styles.video}
        data-started={state.kind === 'started' || undefined}
        src={src}
        controls
        playsInline
        preload="none"
        poster={clear} // without one Chromium paints a grey ground over the drawing
        aria-label={title}
        onPlay={({ currentTarget }) => {
          pauseOthers(currentTarget)
          setState((before) => (before.kind === 'waiting' ? { kind: 'starting' } : before))
        }}
        onPause={() => setState((before) => (before.kind === 'starting' ? { kind: 'waiting' } : before))}
        onLoadedMetadata={judge}
        onLoadedData={judge}
        onError={(event) => void explain(event)}
      />
      {/* A press on the picture starts a video in some browsers only; the browser's own controls stay in reach below. */}
      {state.kind === 'waiting' && (
        <button
          type="button"
          className={styles.play}
          aria-label={t`Play ${title}`}
          onClick={() => shown.current && play(shown.current)}
        >
          <Play aria-hidden="true" />
        </button>
      )}
    </>
  )
}

/** What the browser itself knows of a failure; `undefined` where it can mean several things. */
function knownCause(error: MediaError | null): VideoFailure | undefined {
  if (!navigator.onLine || error?.code === MediaError.MEDIA_ERR_NETWORK) return 'unreachable'
  return error?.code === MediaError.MEDIA_ERR_DECODE ? 'unplayable' : undefined
}

let playing: HTMLVideoElement | undefined

function pauseOthers(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause()
  playing = video
}

/** Takes focus along, for the button that was pressed goes. What goes wrong is told by the event `error`. */
function play(video: HTMLVideoElement): void {
  video.focus()
  video.play().catch(() => undefined)
}

/** A player that has left the page must not go on fetching. React takes parts out and puts them back while developing. */
function letGo(video: HTMLVideoElement): void {
  queueMicrotask(() => {
    if (video.isConnected) return
    if (playing === video) playing = undefined
    video.pause()
    video.removeAttribute('src')
    video.load()
  })
}
