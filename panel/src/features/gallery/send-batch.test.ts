import { expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { PartlySavedError } from '../../media/upload-failure.ts'
import { type SendingOptions, sendBatch } from './send-batch.ts'

const file = (name: string, size = 100) => new File(['x'.repeat(size)], name, { lastModified: 1 })
const [a, b, c] = [file('a'), file('b'), file('c')]
const http = (status: number, fields = {}) => new ApiError({ kind: 'http', status, fields, message: `No ${status}` })
const names = (files: readonly File[]) => files.map(({ name }) => name).join(' ')

/** Refuses each call with a file named in `refusals`. `calls` holds the file names per call. */
function backend(refusals: Record<string, Error> = {}) {
  const calls: string[] = []
  async function send(files: readonly File[], { onProgress }: SendingOptions) {
    calls.push(names(files))
    onProgress(50)
    onProgress(100)
    for (const { name } of files) if (refusals[name]) throw refusals[name]
  }
  return { calls, send }
}

function batch(send: ReturnType<typeof backend>['send'], isOneByOne: boolean, files = [a, b, c]) {
  const onProgress = vi.fn<(percent: number) => void>()
  const done = sendBatch({ files, isOneByOne, send, onProgress, signal: new AbortController().signal })
  const reported = () => onProgress.mock.calls.map(([percent]) => percent)
  return { done, reported }
}

async function outcomeOf(done: Promise<void>): Promise<PartlySavedError> {
  const error = await done.then(
    () => expect.fail('all was saved'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof PartlySavedError)) throw error
  return error
}

test('sends all files in one request, or one request per file if the backend prefers so', async () => {
  const plain = backend()
  await batch(plain.send, false).done
  expect(plain.calls).toEqual(['a b c'])
  const own = backend()
  await batch(own.send, true).done
  expect(own.calls).toEqual(['a', 'b', 'c'])
})

test.each([[[]], [[a]]])('sends fewer than two files in one request and rejects with its error', async (files) => {
  const refusal = http(415)
  const send = vi.fn<ReturnType<typeof backend>['send']>().mockRejectedValue(refusal)
  await expect(batch(send, false, files).done).rejects.toBe(refusal)
  await expect(batch(send, true, files).done).rejects.toBe(refusal)
  expect(send.mock.calls.map(([sent]) => sent)).toEqual([files, files])
})

test.each([
  [true, ['a', 'b', 'c']],
  [false, ['a b c', 'a', 'b', 'c']],
])('isOneByOne %s: saves the accepted files and reports the refused file', async (isOneByOne, expected) => {
  const { calls, send } = backend({ b: http(415) })
  const outcome = await outcomeOf(batch(send, isOneByOne).done)
  expect(calls).toEqual(expected)
  expect(names(outcome.saved)).toBe('a c')
  expect([...outcome.refusals]).toEqual([[b, expect.objectContaining({ message: 'No 415' })]])
  expect(outcome).toMatchObject({ unsent: [], cause: undefined })
})

test.each([http(400), http(413), http(500), new ApiError({ kind: 'refused', status: 200 })])(
  'sends the files one by one after the request with all files is refused: $kind $status',
  async (refusal) => {
    const { calls, send } = backend({ c: refusal })
    await outcomeOf(batch(send, false).done)
    expect(calls).toHaveLength(4)
  },
)

test.each([
  new ApiError({ kind: 'network' }),
  new ApiError({ kind: 'bad-response', status: 200 }),
  new DOMException('stopped', 'AbortError'),
  http(401),
  http(403),
  http(429),
  http(503),
  http(400, { title: 'Too long' }),
])('stops at $name $kind $status, which is not about the files', async (failure) => {
  const plain = backend({ a: failure })
  await expect(batch(plain.send, false).done).rejects.toBe(failure)
  expect(plain.calls).toEqual(['a b c'])
  const own = backend({ a: failure })
  await expect(batch(own.send, true).done).rejects.toBe(failure)
  expect(own.calls).toEqual(['a'])
})

test('reports the cause and the saved, refused and unsent files when the connection is lost', async () => {
  const lost = new ApiError({ kind: 'network' })
  const { calls, send } = backend({ a: http(415), c: lost })
  const outcome = await outcomeOf(batch(send, true, [a, b, c, file('d')]).done)
  expect(calls).toEqual(['a', 'b', 'c'])
  expect([names(outcome.saved), names([...outcome.refusals.keys()]), names(outcome.unsent)]).toEqual(['b', 'a', 'c d'])
  expect(outcome.cause).toBe(lost)
})

test('continues after a photo that the server could not process', async () => {
  const unmade = new ApiError({ kind: 'http', status: 503, code: 'photo_not_made' })
  const own = backend({ a: unmade })
  const { saved, refusals, unsent } = await outcomeOf(batch(own.send, true).done)
  expect([names(saved), [...refusals.keys()], unsent]).toEqual(['b c', [a], []])
  expect(own.calls).toEqual(['a', 'b', 'c'])
})

test.each([
  ['one request per file', true, ['a', 'b']],
  ['one request for all files first', false, ['a b c d', 'a']],
])('stops after two equal 5xx responses, and leaves the rest unsent: %s', async (_how, isOneByOne, expected) => {
  const broken = http(500)
  const { calls, send } = backend({ a: broken, b: broken, c: broken })
  const outcome = await outcomeOf(batch(send, isOneByOne, [a, b, c, file('d')]).done)
  expect(calls).toEqual(expected)
  expect([...outcome.refusals.keys(), ...outcome.unsent].map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  expect(outcome).toMatchObject({ saved: [], cause: broken })
})

test('continues after 5xx responses that differ, or with an accepted photo between them', async () => {
  const { calls, send } = backend({ a: http(500), c: http(500) })
  await outcomeOf(batch(send, true, [a, b, c]).done)
  expect(calls).toEqual(['a', 'b', 'c'])
  const unmade = new ApiError({ kind: 'http', status: 503, code: 'photo_not_made' })
  const other = backend({ a: http(500), b: unmade })
  await outcomeOf(batch(other.send, true).done)
  expect(other.calls).toEqual(['a', 'b', 'c'])
})

test('calls onOneByOne only when a refused batch is sent again file by file', async () => {
  const onOneByOne = vi.fn<() => void>()
  const options = { files: [a, b], onOneByOne, onProgress: vi.fn<() => void>(), signal: new AbortController().signal }
  await sendBatch({ ...options, isOneByOne: true, send: backend().send })
  await sendBatch({ ...options, isOneByOne: false, send: backend().send })
  expect(onOneByOne).not.toHaveBeenCalled()
  await outcomeOf(sendBatch({ ...options, isOneByOne: false, send: backend({ b: http(415) }).send }))
  expect(onOneByOne).toHaveBeenCalledTimes(1)
})

test('reports progress over all files, including a refused file', async () => {
  const { send } = backend({ a: http(415) })
  const { done, reported } = batch(send, true, [file('a', 100), file('b', 300)])
  await outcomeOf(done)
  expect(reported()).toEqual([12, 25, 25, 62, 100, 100])
})

test('reports progress between 0 and 100 for empty files', async () => {
  const { done, reported } = batch(backend().send, true, [file('a', 0), file('b', 0)])
  await done
  expect(reported().every((percent) => percent >= 0 && percent <= 100)).toBe(true)
})
