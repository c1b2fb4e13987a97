import { beforeEach, expect, test } from 'vitest'
import { ExpectedContent, type Item } from './expected-content.ts'

let expected: ExpectedContent
beforeEach(() => {
  expected = new ExpectedContent()
})

const thing = (id: string, file: string): Item => ({ kind: 'photo', id, content: { title: 'Cow', file } })

function add(...things: Item[]) {
  expected.added(expected.willAdd(things.map(({ content }) => content)), things)
}

test('reports acknowledged content that is missing or differs', () => {
  add(thing('1', 'a'), thing('2', 'b'))
  expect(expected.reconcile([thing('1', 'a'), thing('2', 'b')])).toEqual([])
  expect(expected.reconcile([thing('1', 'b')])).toEqual([
    'photo 1 shows Cow with b, but was acknowledged with Cow with a',
    'acknowledged photo 2 is gone',
  ])
})

test('accepts the content before or after an unacknowledged change', () => {
  add(thing('1', 'a'), thing('2', 'b'))
  expected.willChange(thing('1', 'a'), { title: 'Calf', file: 'c' })
  expect(expected.reconcile([thing('1', 'a'), thing('2', 'b')])).toEqual([])
  expected.willChange(thing('1', 'a'), { title: 'Calf', file: 'c' })
  const changed: Item = { kind: 'photo', id: '1', content: { title: 'Calf', file: 'c' } }
  expect(expected.reconcile([changed, thing('2', 'b')])).toEqual([])
  expected.willChange(changed, { title: 'Cow', file: 'd' })
  expect(expected.reconcile([{ ...changed, content: { title: 'Calf', file: 'd' } }, thing('2', 'b')])).toHaveLength(2)
})

test('accepts either outcome of an unacknowledged deletion', () => {
  add(thing('1', 'a'), thing('2', 'b'))
  expected.willDelete(thing('1', 'a'))
  expect(expected.reconcile([thing('2', 'b')])).toEqual([])
  expected.willDelete(thing('2', 'b'))
  expected.deleted(thing('2', 'b'))
  expect(expected.reconcile([])).toEqual([])
})

test('reports a batch of which only a part was added', () => {
  expected.willAdd([thing('', 'a').content, thing('', 'b').content])
  expect(expected.reconcile([thing('1', 'a')])).toEqual(['of 2 sent together 1 are there'])
  expected.willAdd([thing('', 'c').content, thing('', 'd').content])
  expect(expected.reconcile([thing('1', 'a'), thing('3', 'c'), thing('4', 'd')])).toEqual([])
})

test('reports content that was never sent', () => {
  expect(expected.reconcile([thing('1', 'a')])).toEqual(['photo 1 shows what nobody sent: Cow with a'])
})
