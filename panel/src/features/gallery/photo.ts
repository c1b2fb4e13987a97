import type { MediaPicture } from '../../media/media-image.tsx'
import type { MediaItem } from '../../media/media-item.ts'

/** A photo as the page shows it. */
export interface Photo extends MediaItem {
  /** Where to load the picture from; `undefined` if the stored path is no address to follow. */
  src: string | undefined
  picture: MediaPicture
}
