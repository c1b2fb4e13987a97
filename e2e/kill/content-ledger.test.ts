import { beforeEach, expect, test } from 'vitest'
import { ContentLedger, type Thing } from './content-ledger.ts'

let ledger: ContentLedger
beforeEach(() => {
  ledger = new ContentLedger()
})

const thing = (id: string, file: string): Thing => ({ kind: 'photo', id, content: { title: 'Cow', file } })

function add(...things: Thing[]) {
  ledger.added(ledger.willAdd(things.map(({ content }) => content)), things)
}

test('what was acknowledged must be there as it was acknowledged', () => {
  add(thing('1', 'a'), thing('2', 'b'))
  expect(ledger.settle([thing('1', 'a'), thing('2', 'b')])).toEqual([])
  expect(ledger.settle([thing('1', 'b')])).toEqual([
    'photo 1 shows Cow with b, but was acknowledged with Cow with a',
    'acknowledged photo 2 is gone',
  ])
})

test('a change that was not acknowledged may have happened or not, and nothing in between', () => {
  add(thing('1', 'a'), thing('2', 'b'))
  ledger.willChange(thing('1', 'a'), { title: 'Calf', file: 'c' })
  expect(ledger.settle([thing('1', 'a'), thing('2', 'b')])).toEqual([])
  ledger.willChange(thing('1', 'a'), { title: 'Calf', file: 'c' })
  const changed: Thing = { kind: 'photo', id: '1', content: { title: 'Calf', file: 'c' } }
  expect(ledger.settle([changed, thing('2', 'b')])).toEqual([])
  ledger.willChange(changed, { title: 'Cow', file: 'd' })
  expect(ledger.settle([{ ...changed, content: { title: 'Calf', file: 'd' } }, thing('2', 'b')])).toHaveLength(2)
})

test('a deletion that was not acknowledged may have happened; one that was stays', () => {
  add(thing('1', 'a'), thing('2', 'b'))
  ledger.willDelete(thing('1', 'a'))
  expect(ledger.settle([thing('2', 'b')])).toEqual([])
  ledger.willDelete(thing('2', 'b'))
  ledger.deleted(thing('2', 'b'))
  expect(ledger.settle([])).toEqual([])
})

test('what was sent together comes together or not at all', () => {
  ledger.willAdd([thing('', 'a').content, thing('', 'b').content])
  expect(ledger.settle([thing('1', 'a')])).toEqual(['of 2 sent together 1 are there'])
  ledger.willAdd([thing('', 'c').content, thing('', 'd').content])
  expect(ledger.settle([thing('1', 'a'), thing('3', 'c'), thing('4', 'd')])).toEqual([])
})

test('nothing is there that nobody sent', () => {
  expect(ledger.settle([thing('1', 'a')])).toEqual(['photo 1 shows what nobody sent: Cow with a'])
})
