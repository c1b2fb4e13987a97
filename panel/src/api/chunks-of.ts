/** Streams a response body. Safari 15 cannot iterate a ReadableStream. */
export async function* chunksOf(answer: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = answer.body?.getReader()
  if (!reader) return
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
