import { PICTURE_FORMATS, type PictureFormat, variantPath } from '@sevadesk/contract/content/picture-variants.ts'
import { mediaUrl } from '../host.ts'

export interface Picture {
  /** In pixels, after rotation. */
  size: { width: number; height: number } | undefined
  /** One `<source>` per format, preferred first; empty if there are no smaller versions. */
  sources: { type: string; srcSet: string }[]
}

/** Invalid fields are left out. */
export function readPicture(path: unknown, entry: Record<string, unknown>): Picture {
  const width = pixels(entry.imageWidth)
  const height = pixels(entry.imageHeight)
  const widths = readWidths(entry.imageWidths)
  return {
    size: width && height ? { width, height } : undefined,
    sources:
      typeof path === 'string' && widths.length > 0
        ? PICTURE_FORMATS.map((format) => ({ type: `image/${format}`, srcSet: srcSet(path, width, widths, format) }))
        : [],
  }
}

/** The original is the last candidate, if it is wider than all smaller versions. */
function srcSet(path: string, fullWidth: number | undefined, widths: number[], format: PictureFormat): string {
  const smaller = widths.map((width) => candidate(variantPath(path, width, format), width))
  const isLarger = fullWidth !== undefined && widths.every((width) => width < fullWidth)
  return [...smaller, isLarger && candidate(path, fullWidth)].filter(Boolean).join(', ')
}

function candidate(path: string, width: number): string | undefined {
  const address = mediaUrl(path)
  return address && `${address} ${width}w`
}

function readWidths(value: unknown): number[] {
  if (!Array.isArray(value)) return []
  return [...new Set(value.map(pixels))].filter((width) => width !== undefined).sort((a, b) => a - b)
}

function pixels(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined
}
