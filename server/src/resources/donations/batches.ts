/** Reads the first batch before it returns, so that a failure can still become an error response. */
export async function startReading<Batch>(batches: AsyncGenerator<Batch>): Promise<AsyncGenerator<Batch>> {
  const first = await batches.next()
  return first.done ? batches : prepend(first.value, batches)
}

async function* prepend<Batch>(first: Batch, others: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  yield first
  yield* others
}
