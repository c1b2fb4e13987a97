import { bareMp4Head } from '../e2e/support/bare-mp4.ts'

const BOUNDARY = 'bench-boundary'
const CHUNK = Buffer.alloc(64 * 1024, 7)

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** Yields a video with this many bytes of picture data, a multiple of 64 KiB. */
export function* videoOf(bytes: number): Generator<Buffer> {
  yield bareMp4Head(bytes)
  for (let sent = 0; sent < bytes; sent += CHUNK.length) yield CHUNK
}

/** Yields the multipart body of the call that adds `videoOf(bytes)` as a home video. */
export function* multipartOf(bytes: number): Generator<Buffer> {
  const field = (name: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`
  yield Buffer.from(
    `${field('title')}\r\n\r\nBench\r\n${field('video')}; filename="long.mp4"\r\ncontent-type: video/mp4\r\n\r\n`,
  )
  yield* videoOf(bytes)
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
}
