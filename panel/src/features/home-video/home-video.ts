import type { MediaItem } from '../../media/media-item.ts'

/** A video of the home page as the page shows it. */
export interface HomeVideo extends MediaItem {
  /** Where to load the video from; `undefined` if the stored path is no address to follow. */
  src: string | undefined
}

/**
 * Where a video is downloaded from. A browser heeds the link's own `download` on this host alone; our server can be asked for a download
 * by a query. Any other host gets the plain address, for a query may break an address that was signed.
 */
export function downloadHref(src: string, capabilities: readonly string[], ownOrigin = location.origin): string {
  const url = new URL(src)
  if (url.origin === ownOrigin || !capabilities.includes('media.download')) return src
  url.searchParams.set('download', '')
  return url.href
}

/** What a downloaded video is called: its title, and the ending of its stored name. Browsers mend what no file may be called. */
export function downloadName(title: string, src: string): string {
  const ending = /\.[a-z\d]{1,5}$/i.exec(new URL(src).pathname)?.[0] ?? ''
  return `${title}${ending.toLowerCase()}`
}
