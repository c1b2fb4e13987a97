/** Returns up to `length` bytes from an offset of a file, fewer at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

/** A part of a file that may say where, when and with what it was made. No player needs it. */
export interface Metadata {
  /** Written at `at`, makes the part free space of the same length. */
  mark: Buffer
  at: number
  /** Offset of what the free space holds. */
  body: number
  end: number
}
