import { describe, expect, test } from 'vitest'
import {
  type Counts,
  evaluateRunner,
  filesToRepeat,
  readPlaywrightReport,
  sumUp,
  type TestFile,
  withRepetitions,
} from './test-count.mjs'

const all = { mayBeEmpty: false }
const counts: Counts = { passed: 3, failed: [], flaky: [], skipped: [], files: [] }
const named = (...names: string[]) => names.map((name) => ({ name }))
const report = (ran: Record<string, number>, failed: string[] = []) => ({ ...counts, failed: named(...failed), ran })

test('adds up the counts of several parts', () => {
  const parts = [
    { ...counts, passed: 2, failed: named('a'), files: [{ name: 'x', ms: 1 }] },
    { ...counts, skipped: named('b') },
  ]
  expect(sumUp(parts, named('c'))).toEqual({
    passed: 5,
    failed: named('a', 'c'),
    flaky: [],
    skipped: named('b'),
    files: [{ name: 'x', ms: 1 }],
  })
})

describe('runner result', () => {
  test('uses the report after exit code 0', () => {
    expect(evaluateRunner('vitest', 0, report({ server: 3 }), all)).toEqual(counts)
  })

  test('fails a runner without a report', () => {
    expect(evaluateRunner('vitest', 134, undefined, all).failed).toEqual(
      named('vitest ended with code 134 before its report'),
    )
    expect(evaluateRunner('vitest', 0, undefined, all).failed).toHaveLength(1)
  })

  test('fails a runner with a bad exit code and no failed test', () => {
    expect(evaluateRunner('vitest', 1, report({ server: 3 }), all).failed).toEqual(
      named('vitest ended with code 1, but no test failed'),
    )
  })

  test('counts only the failed test after a bad exit code', () => {
    expect(evaluateRunner('vitest', 1, report({ server: 3 }, ['a']), all).failed).toEqual(named('a'))
  })

  test('fails a runner with an empty project, unless a filter selected the files', () => {
    expect(evaluateRunner('vitest', 0, report({ server: 3, panel: 0 }), all).failed).toEqual(
      named('vitest: no test ran in the project "panel"'),
    )
    expect(evaluateRunner('vitest', 0, report({ server: 3, panel: 0 }), { mayBeEmpty: true }).failed).toEqual([])
  })

  test('fails a runner that ran no test, even with a filter', () => {
    expect(evaluateRunner('vitest', 0, report({ server: 0 }), { mayBeEmpty: true }).failed).toEqual(
      named('vitest ran no test'),
    )
    expect(evaluateRunner('vitest', 0, report({}), all).failed).toEqual(named('vitest ran no test'))
  })
})

test('reads the nested suites of a Playwright report by project', () => {
  const result = (projectName: string, status: string) => ({
    projectName,
    status,
    results: [
      { duration: 500, ...(status === 'unexpected' && { error: { message: '\u001b[31mno text\u001b[39m\n at …' } }) },
    ],
  })
  const read = readPlaywrightReport({
    config: { projects: [{ name: 'sqlite' }, { name: 'phone' }, { name: 'empty' }] },
    suites: [
      {
        title: 'photo.spec.ts',
        specs: [
          { title: 'adds', file: 'photo.spec.ts', tests: [result('sqlite', 'expected'), result('phone', 'flaky')] },
        ],
        suites: [
          {
            title: 'deep',
            specs: [
              {
                title: 'fails',
                file: 'photo.spec.ts',
                tests: [result('sqlite', 'unexpected'), result('phone', 'skipped')],
              },
            ],
          },
        ],
      },
    ],
    errors: [{ message: 'no browser' }],
  })
  const file = { runner: 'playwright', path: 'photo.spec.ts' }
  expect(read).toEqual({
    passed: 2,
    failed: [
      { name: 'e2e [sqlite] photo.spec.ts › deep › fails: no text', file: { ...file, project: 'sqlite' } },
      { name: 'e2e: no browser' },
    ],
    flaky: [],
    skipped: [{ name: 'e2e [phone] photo.spec.ts › deep › fails', file: { ...file, project: 'phone' } }],
    files: [
      { name: 'e2e [sqlite] photo.spec.ts', ms: 500 },
      { name: 'e2e [phone] photo.spec.ts', ms: 500 },
      { name: 'e2e [sqlite] photo.spec.ts', ms: 500 },
    ],
    ran: { sqlite: 2, phone: 1, empty: 0 },
  })
})

describe('repetition', () => {
  const file = (path: string): TestFile => ({ runner: 'vitest', project: 'server', path })
  const one = { name: 'a › one', file: file('a') }
  const two = { name: 'a › two', file: file('a') }
  const other = { name: 'b › other', file: file('b') }

  test('repeats each failed file once', () => {
    expect(filesToRepeat({ failed: [one, two, other] })).toEqual([file('a'), file('b')])
  })

  test('repeats at most five files, and none after a failure outside a file', () => {
    const failures = [1, 2, 3, 4, 5, 6].map((number) => ({ name: '', file: file(`${number}`) }))
    expect(filesToRepeat({ failed: failures.slice(1) })).toHaveLength(5)
    expect(filesToRepeat({ failed: failures })).toEqual([])
    expect(filesToRepeat({ failed: [one, { name: 'types' }] })).toEqual([])
  })

  test('counts tests that pass alone as passed, and names them as flaky', () => {
    const first = { ...counts, failed: [one, other], skipped: [two] }
    const repetitions = new Map([
      [file('a'), counts],
      [file('b'), { ...counts, failed: [other] }],
    ])
    expect(withRepetitions(first, repetitions)).toEqual({
      ...counts,
      passed: 5,
      failed: [other],
      flaky: ['a › one'],
    })
  })

  test('keeps the tests that the repetition skips too', () => {
    const repetitions = new Map([[file('a'), { ...counts, skipped: [two] }]])
    expect(withRepetitions({ ...counts, failed: [one], skipped: [two] }, repetitions)).toEqual({
      ...counts,
      passed: 4,
      skipped: [two],
      flaky: ['a › one'],
    })
  })
})
