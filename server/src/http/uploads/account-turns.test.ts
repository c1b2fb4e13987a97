import { expect, test } from 'vitest'
import { AccountTurns } from './account-turns.ts'

const { signal: never } = new AbortController()

/** Asks for turns and tells whose have come, in that order. */
function watchTurns() {
  const turns = new AccountTurns()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = async (account: string, what: string, signal = never) => {
    ends.set(what, await turns.take(account, signal))
    begun.push(what)
  }
  /** Until all that can begin has begun: a turn is handed on in a few microtasks. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { begun, ask, settled, end: (what: string) => ends.get(what)?.() }
}

test('one of an account at a time, in the order asked, and nobody waits for another account', async () => {
  const { begun, ask, settled, end } = watchTurns()
  for (const what of ['a1', 'a2', 'a3', 'b1', 'b2']) void ask(what.slice(0, 1), what)
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  end('a1')
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  end('b1')
  end('a2')
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  end('a3')
  await ask('a', 'a4')
})

test('what is called off leaves, and those behind it move up', async () => {
  const { begun, ask, settled, end } = watchTurns()
  const stop = new AbortController()
  await ask('a', 'a1')
  const second = ask('a', 'a2', stop.signal)
  void ask('a', 'a3')
  stop.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await expect(ask('a', 'a4', stop.signal)).rejects.toThrow('gone')
  end('a1')
  await settled()
  expect(begun).toEqual(['a1', 'a3'])
})
