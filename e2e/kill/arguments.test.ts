import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('reads the arguments and fills in the defaults', () => {
  expect(readArguments(['--rounds', '7', '--seed=1', '--database', 'postgresql'])).toEqual({
    subject: 'content',
    rounds: 7,
    seed: 1,
    database: 'postgresql',
  })
  expect(readArguments(['--receipts'])).toMatchObject({ subject: 'receipts' })
  expect(readArguments(['--backup'])).toMatchObject({ subject: 'backup', rounds: 50 })
  expect(readArguments([])).toMatchObject({ rounds: 100, database: 'sqlite' })
})

test.each([
  ['--rounds=abc', /^--rounds must be a whole number from 1 on, but it is "abc"\.$/],
  ['--rounds=0', /^--rounds/],
  ['--rounds=1e3', /^--rounds/],
  ['--seed=', /^--seed/],
  ['--database=postgres', /^--database must be sqlite or postgresql, but it is "postgres"\.$/],
  ['--round=5', /--round/],
])('rejects %s', (argument, sentence) => {
  expect(() => readArguments([argument])).toThrow(sentence)
})
