/** Widths of the smaller versions, in pixels, ascending. */
export const PICTURE_WIDTHS = [400, 800, 1600] as const

/** Formats of each width, the preferred one first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** Returns the widths that are smaller than the picture. */
export function pictureWidths(width: number): number[] {
  return PICTURE_WIDTHS.filter((smaller) => smaller < width)
}

/** `/media/ab/cd.jpg` at 400 as AVIF is `/media/ab/cd-400.avif`. */
export function variantPath(path: string, width: number, format: PictureFormat): string {
  return `${path.replace(/\.[^./]*$/, '')}-${width}.${format}`
}
