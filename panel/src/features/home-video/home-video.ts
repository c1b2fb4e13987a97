import type { MediaItem } from '../../media/media-item.ts'
import type { VideoPoster } from '../../media/media-video-poster.tsx'

export interface HomeVideo extends MediaItem {
  /** `undefined` if the stored path is not a safe URL. */
  src: string | undefined
  poster: VideoPoster
}

/**
 * The URL to download a video from. Browsers ignore a link's `download` attribute on other hosts,
 * so our server accepts a query parameter instead. Other backends get the plain URL: a parameter
 * may break a signed URL.
 */
export function downloadHref(src: string, isOurs: boolean, ownOrigin = location.origin): string {
  const url = new URL(src)
  if (url.origin === ownOrigin || !isOurs) return src
  url.searchParams.set('download', '')
  return url.href
}

/**
 * The file name of a downloaded video: its title and the stored extension. Browsers replace invalid
 * characters.
 */
export function downloadName(title: string, src: string): string {
  const extension = /\.[a-z\d]{1,5}$/i.exec(new URL(src).pathname)?.[0] ?? ''
  return `${title}${extension.toLowerCase()}`
}
