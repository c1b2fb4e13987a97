/** The columns of a left join with `pictures`: all null if the row has no picture. */
interface PictureRow {
  picture_width: number | null
  picture_height: number | null
  picture_widths: string | null
}

/** Select these after `.leftJoin('pictures', 'pictures.path', …)`, for `pictureFields`. */
export const PICTURE_COLUMNS = [
  'pictures.width as picture_width',
  'pictures.height as picture_height',
  'pictures.widths as picture_widths',
] as const

/** Returns the contract's `PictureFields`, or `{}` if there is no picture. */
export function pictureFields({ picture_width, picture_height, picture_widths }: PictureRow): {
  imageWidth?: number
  imageHeight?: number
  imageWidths?: number[]
} {
  if (picture_width === null || picture_height === null || picture_widths === null) return {}
  return { imageWidth: picture_width, imageHeight: picture_height, imageWidths: parseWidths(picture_widths) }
}

/** Parses the column `pictures.widths`. */
export function parseWidths(widths: string): number[] {
  return JSON.parse(widths)
}
