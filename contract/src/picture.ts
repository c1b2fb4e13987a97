/**
 * The smaller versions of a stored picture. A server that makes them answers `imageWidth`, `imageHeight` and `imageWidths` beside the
 * stored path; the plain path stays valid for any client, with or without them.
 */

/** The widths in pixels that a large picture is made in, smallest first; one that is narrower gets those below its own width. */
export const PICTURE_WIDTHS = [400, 800, 1600] as const

/** The formats of each width, the one to prefer first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** The widths that a picture of so many pixels is made in. */
export function pictureWidths(width: number): number[] {
  return PICTURE_WIDTHS.filter((smaller) => smaller < width)
}

/** The path of one smaller version: `/media/ab/cd.jpg` at 400 as AVIF is `/media/ab/cd-400.avif`. */
export function variantPath(path: string, width: number, format: PictureFormat): string {
  return `${path.replace(/\.[^./]*$/, '')}-${width}.${format}`
}
