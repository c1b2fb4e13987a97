/** What a picker takes. A limit that is left out is none. */
export interface FileRules {
  accept: 'image/*' | 'video/*'
  /** Several: what is offered is added to what is there. One: it takes its place. */
  multiple: boolean
  /** The most that one file may have. */
  maxBytes?: number | undefined
  /** The most that may be chosen together. */
  maxFiles?: number | undefined
}

export interface JudgedFiles {
  /** What is chosen now, in the order in which it was. */
  chosen: File[]
  wrongKind: File[]
  tooLarge: File[]
  tooMany: File[]
}

/**
 * Adds the `offered` files to those that are chosen, as far as the rules allow. A browser may know no type for a file, such as HEIC or
 * MKV: those the server judges.
 */
export function judgeFiles(offered: readonly File[], already: readonly File[], rules: FileRules): JudgedFiles {
  const { accept, multiple, maxBytes = Number.POSITIVE_INFINITY, maxFiles = Number.POSITIVE_INFINITY } = rules
  const wrongKind = offered.filter((file) => !mayBe(accept, file))
  const right = offered.filter((file) => mayBe(accept, file))
  const tooLarge = right.filter((file) => file.size > maxBytes)
  const fitting = right.filter((file) => file.size <= maxBytes)
  if (!multiple) {
    const [first, ...tooMany] = fitting
    return { chosen: first ? [first] : [...already], wrongKind, tooLarge, tooMany }
  }
  const all = withoutDoubles([...already, ...fitting])
  return { chosen: all.slice(0, maxFiles), wrongKind, tooLarge, tooMany: all.slice(maxFiles) }
}

/** Photos as iPhones keep them; most browsers cannot show them. */
export function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

function mayBe(accept: FileRules['accept'], { type }: File): boolean {
  return type === '' || type === 'application/octet-stream' || type.startsWith(accept.slice(0, -1))
}

/** The same file chosen twice is sent once. */
function withoutDoubles(files: File[]): File[] {
  const seen = new Map(files.map((file) => [`${file.name} ${file.size} ${file.lastModified}`, file]))
  return [...seen.values()]
}
