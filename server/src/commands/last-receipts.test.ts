import { expect, test } from 'vitest'
import { askLastReceipts, parseLastReceipts } from './last-receipts.ts'

const BACKED_UP = [{ series: '2026-27', lastNumber: 3 }]
const AT = '2026-11-23T06:00:00.000Z'

/** A terminal whose user gives these answers, and the first words of what it asked. */
function typing(...answers: string[]) {
  const asked: string[] = []
  const ask = async (question: string) => {
    asked.push(question.slice(0, 30))
    return answers.shift() ?? ''
  }
  return { asked, ask, isInteractive: () => true }
}

test('takes the highest number of a series that is stated twice', async () => {
  expect(parseLastReceipts(['2026-27=5', '2025-26=1', '2026-27=4'])).toEqual([
    { series: '2026-27', lastNumber: 5 },
    { series: '2025-26', lastNumber: 1 },
  ])
  const terminal = typing('5', '2026-27=7, 2027-28=2')
  expect(await askLastReceipts(BACKED_UP, [], AT, terminal)).toEqual([
    { series: '2026-27', lastNumber: 7 },
    { series: '2027-28', lastNumber: 2 },
  ])
})

test('asks again until the answer is possible', async () => {
  const terminal = typing('x', '2', '900000', '', '2027=1', '')
  expect(await askLastReceipts(BACKED_UP, [], AT, terminal)).toEqual([{ series: '2026-27', lastNumber: 3 }])
  expect(terminal.asked).toEqual([
    'Last receipt number issued in ',
    'A last receipt must be stated ',
    'The backup holds receipt 3 of ',
    'Receipt 900000 of 2026-27 is m',
    'Receipts of a series that the ',
    'A last receipt must be stated ',
  ])
})

test('refuses an argument that is not possible, and a missing one without a terminal', async () => {
  const terminal = { ask: async () => '', isInteractive: () => false }
  const askFor = (...values: string[]) => askLastReceipts(BACKED_UP, parseLastReceipts(values), AT, terminal)
  await expect(askFor('2026-27=2')).rejects.toThrow('cannot be 2')
  await expect(askFor('2025-26=100001')).rejects.toThrow('more than 100000 after')
  await expect(askFor()).rejects.toThrow('such as --last-receipt 2026-27=3 if')
  expect(await askFor('2026-27=3')).toEqual(BACKED_UP)
  expect(() => parseLastReceipts(['2026-27'])).toThrow('like 2026-27=123')
})
