import { MediaImage, type MediaPicture } from './media-image.tsx'
import styles from './media-video.module.css'

export interface VideoPoster {
  /** `undefined` without a poster. */
  src: string | undefined
  picture: MediaPicture
}

/** What is visible before a video plays: a frame of it, or else a drawing. */
export function MediaVideoPoster({ poster }: { poster: VideoPoster | undefined }) {
  if (!poster?.src) return <Drawing />
  return (
    <span className={styles.poster} aria-hidden="true">
      <MediaImage src={poster.src} alt="" picture={poster.picture} fallback={<Drawing />} />
    </span>
  )
}

function Drawing() {
  return (
    <svg className={styles.poster} viewBox="0 0 320 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect className={styles.sky} width="320" height="240" />
      <circle className={styles.halo} cx="160" cy="120" r="84" />
      <circle className={styles.halo} cx="160" cy="120" r="56" />
      <path className={styles.far} d="M0 172c44-30 84-32 132-12 44 18 96 8 188-24v104H0Z" />
      <path className={styles.near} d="M0 196c60-26 118-22 172-8 54 14 102 8 148-8v60H0Z" />
      <path className={styles.ground} d="M0 214c70-14 130-10 190-4 50 5 92 2 130-6v36H0Z" />
      <path
        className={styles.birds}
        d="M62 62c5-6 10-6 13 0 3-6 8-6 13 0M92 84c3-4 7-4 9 0 2-4 6-4 9 0M238 54c4-5 8-5 11 0 3-5 7-5 11 0"
      />
    </svg>
  )
}
