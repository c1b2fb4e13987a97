import type { MediaPicture } from '../../media/media-image.tsx'
import type { MediaItem } from '../../media/media-item.ts'

/** An event as the page shows it. */
export interface Event extends MediaItem {
  /** Many events have no picture; then none is missing. */
  hasPicture: boolean
  /** Where to load the picture from; `undefined` if there is none, or if the stored path is no address to follow. */
  src: string | undefined
  picture: MediaPicture
}
