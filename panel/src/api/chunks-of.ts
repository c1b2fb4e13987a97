/** The body of an answer as it comes. A browser of ours may not walk through a stream by itself. Throws where the line breaks. */
export async function* chunksOf(answer: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = answer.body?.getReader()
  if (!reader) return
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
