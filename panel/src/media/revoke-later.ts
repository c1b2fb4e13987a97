/** In ms. A request that has begun by then is not affected. */
const DELAY_MS = 1000

/**
 * Revokes an object URL after a moment. Chromium logs an error if a picture or video that is just
 * being removed still requests it.
 */
export function revokeLater(objectUrl: string): void {
  setTimeout(() => URL.revokeObjectURL(objectUrl), DELAY_MS)
}
