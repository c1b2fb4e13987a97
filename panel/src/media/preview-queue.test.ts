import { expect, test } from 'vitest'
import { enqueuePreview } from './preview-queue.ts'

test('starts each entry when the previous one is released, and skips entries released before they start', () => {
  const started: string[] = []
  const release = ['a', 'b', 'c', 'd'].map((name) => enqueuePreview(() => started.push(name)))
  expect(started).toEqual(['a'])
  release[1]?.()
  expect(started).toEqual(['a'])
  release[0]?.()
  release[0]?.()
  expect(started).toEqual(['a', 'c'])
  release[2]?.()
  expect(started).toEqual(['a', 'c', 'd'])
  release[3]?.()
  const last = enqueuePreview(() => started.push('e'))
  expect(started).toEqual(['a', 'c', 'd', 'e'])
  last()
})
