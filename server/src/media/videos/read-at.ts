/** Returns up to `length` bytes from an offset of a file, fewer at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>
