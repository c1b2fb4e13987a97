import { beforeEach, expect, test } from 'vitest'
import { ExpectedContent, type Item } from './expected-content.ts'

let expected: ExpectedContent
beforeEach(() => {
  expected = new ExpectedContent()
})

const item = (id: string, file: string): Item => ({ kind: 'photo', id, content: { title: 'Cow', file } })

function add(...items: Item[]) {
  expected.added(expected.willAdd(items.map(({ content }) => content)), items)
}

test('reports acknowledged content that is missing or differs', () => {
  add(item('1', 'a'), item('2', 'b'))
  expect(expected.reconcile([item('1', 'a'), item('2', 'b')])).toEqual([])
  expect(expected.reconcile([item('1', 'b')])).toEqual([
    'photo 1 shows Cow with b, but was acknowledged with Cow with a',
    'acknowledged photo 2 is gone',
  ])
})

test('accepts only the content before or after an unacknowledged change', () => {
  add(item('1', 'a'), item('2', 'b'))
  expected.willChange(item('1', 'a'), { title: 'Calf', file: 'c' })
  expect(expected.reconcile([item('1', 'a'), item('2', 'b')])).toEqual([])
  expected.willChange(item('1', 'a'), { title: 'Calf', file: 'c' })
  const changed: Item = { kind: 'photo', id: '1', content: { title: 'Calf', file: 'c' } }
  expect(expected.reconcile([changed, item('2', 'b')])).toEqual([])
  expected.willChange(changed, { title: 'Cow', file: 'd' })
  expect(expected.reconcile([{ ...changed, content: { title: 'Calf', file: 'd' } }, item('2', 'b')])).toHaveLength(2)
})

test('accepts that an item is gone after a deletion, acknowledged or not', () => {
  add(item('1', 'a'), item('2', 'b'))
  expected.willDelete(item('1', 'a'))
  expect(expected.reconcile([item('2', 'b')])).toEqual([])
  expected.willDelete(item('2', 'b'))
  expected.deleted(item('2', 'b'))
  expect(expected.reconcile([])).toEqual([])
})

test('reports a batch that was added in part, not one added completely', () => {
  expected.willAdd([item('', 'a').content, item('', 'b').content])
  expect(expected.reconcile([item('1', 'a')])).toEqual(['1 of 2 items of one call exist'])
  expected.willAdd([item('', 'c').content, item('', 'd').content])
  expect(expected.reconcile([item('1', 'a'), item('3', 'c'), item('4', 'd')])).toEqual([])
})

test('reports content that was never sent', () => {
  expect(expected.reconcile([item('1', 'a')])).toEqual(['photo 1 has content that no client sent: Cow with a'])
})
