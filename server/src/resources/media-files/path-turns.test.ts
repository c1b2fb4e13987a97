import { expect, test } from 'vitest'
import { inTurn } from './path-turns.ts'

test('steps for one path wait for each other, also when one fails; those for another do not', async () => {
  const events: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = inTurn('a', async () => {
    events.push('a1 begins')
    await held
    events.push('a1 ends')
    throw new Error('a1 failed')
  })
  const second = inTurn('a', async () => {
    events.push('a2')
    return 2
  })
  const third = inTurn('a', async () => void events.push('a3'))
  await inTurn('b', async () => void events.push('b'))
  expect(events).toEqual(['a1 begins', 'b'])
  release()
  await expect(first).rejects.toThrow('a1 failed')
  expect(await second).toBe(2)
  await third
  await inTurn('a', async () => void events.push('a4'))
  expect(events).toEqual(['a1 begins', 'b', 'a1 ends', 'a2', 'a3', 'a4'])
})
