import { expect, test } from 'vitest'
import { createPhotoQueue } from './photo-queue.ts'

const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
const [a, b, c] = [photo('a'), photo('b'), photo('c')]

test('makes photos one at a time, each once, and skips a dropped one', async () => {
  const steps: string[] = []
  const queue = createPhotoQueue({
    make: async (file, signal) => {
      if (signal.aborted) throw new DOMException('dropped', 'AbortError')
      steps.push(`start ${file.name}`)
      await Promise.resolve()
      steps.push(`end ${file.name}`)
      return photo(`small ${file.name}`)
    },
  })
  const [first, dropped, last] = [queue.request(a), queue.request(b), queue.request(c)]
  expect(queue.request(a)).toBe(first)
  queue.keepOnly([a, c])
  await expect(dropped).rejects.toThrow('dropped')
  expect((await last).name).toBe('small c')
  expect([queue.resultOf(a)?.name, queue.resultOf(b), queue.resultOf(c)?.name]).toEqual([
    'small a',
    undefined,
    'small c',
  ])
  queue.keepOnly([c])
  expect(queue.resultOf(a)).toBeUndefined()
  expect(steps).toEqual(['start a', 'end a', 'start c', 'end c'])
})
