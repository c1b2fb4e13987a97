import { useLingui } from '@lingui/react/macro'
import { formatSizeLimit } from '../ui/format/money.tsx'
import { canBeSmaller } from './smaller-photos/make-smaller.ts'

export type MediaKind = 'image/*' | 'video/*'
export type FileKind = MediaKind | 'application/pdf'

/** What a picker accepts. */
export interface FileRules {
  accept: FileKind
  /** If true, new files are added to the chosen ones; if false, a new file replaces the old. */
  multiple: boolean
  /** Limit per file; none if left out. */
  maxBytes?: number | undefined
  maxFiles?: number | undefined
}

export interface FileSelection {
  /** All chosen files, in the order of choosing. */
  selected: File[]
  wrongKind: File[]
  tooLarge: File[]
  tooMany: File[]
}

/** Adds `offered` files to the `current` ones, as far as the rules allow. */
export function selectFiles(offered: readonly File[], current: readonly File[], rules: FileRules): FileSelection {
  const { accept, multiple, maxBytes = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY } = rules
  const wrongKind = offered.filter((file) => !isAccepted(accept, file))
  const right = offered.filter((file) => isAccepted(accept, file))
  // A photo that is made smaller counts with its final size, which is not known yet.
  const isFitting = (file: File) => file.size <= maxBytes || (accept === 'image/*' && canBeSmaller(file))
  const tooLarge = right.filter((file) => !isFitting(file))
  const fitting = right.filter(isFitting)
  if (!multiple) {
    const [first, ...tooMany] = fitting
    return { selected: first ? [first] : [...current], wrongKind, tooLarge, tooMany }
  }
  const all = withoutDuplicates([...current, ...fitting])
  return { selected: all.slice(0, maxFiles), wrongKind, tooLarge, tooMany: all.slice(maxFiles) }
}

/** HEIC is the photo format of iPhones. Most browsers cannot show it. */
export function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/** Before the pixels, a PNG says that it is animated. An AVIF says so in its first box. */
const ANIMATED = /^.PNG(?:(?!IDAT).)*acTL|^.{4}ftyp.{0,64}avis/s
const HEAD_BYTES = 256 * 1024

/** Whether our server saves a still picture of this animated one. GIF and WebP keep moving. */
export async function losesMotion(file: File): Promise<boolean> {
  if (!/^image\/(a?png|avif)$/.test(file.type)) return false
  return ANIMATED.test(new TextDecoder('latin1').decode(await file.slice(0, HEAD_BYTES).arrayBuffer()))
}

/** Equal for a file that is chosen twice, although the browser creates two `File` objects. */
export function fileKey({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}

/** A browser may know no type, such as for HEIC or MKV. The server then decides. */
function isAccepted(accept: FileKind, { name, type }: File): boolean {
  const isUnknown = type === '' || type === 'application/octet-stream'
  // Browsers report a type for `.pdf`, but not always application/pdf. A file without extension may
  // be a PDF.
  if (accept === 'application/pdf') return type === accept || /\.pdf$/i.test(name) || (isUnknown && !name.includes('.'))
  return isUnknown || type.startsWith(accept.slice(0, -1))
}

function withoutDuplicates(files: File[]): File[] {
  return [...new Map(files.map((file) => [fileKey(file), file])).values()]
}

/** Says that a file to send is too large. A photo may still be too large once it is made smaller. */
export function useSizeProblem(maxBytes = Number.POSITIVE_INFINITY): (file: File) => string | undefined {
  const { t, i18n } = useLingui()
  return (file) => {
    if (file.size <= maxBytes) return undefined
    const limit = formatSizeLimit(maxBytes, i18n.locale)
    return t`Too large. A photo may be up to ${limit}.`
  }
}
