import { describe, expect, test } from 'vitest'
import { closingLine, evaluateRunner, minutes, readPlaywrightReport, slowestFiles, sumUp } from './test-count.mjs'

const all = { mayBeEmpty: false }
const counts = { passed: 3, failed: [] as string[], skipped: [], files: [] }
const report = (ran: Record<string, number>, failed: string[] = []) => ({ ...counts, failed, ran })

test('mentions skipped tests in the summary only if there are any', () => {
  expect(closingLine({ ...counts, passed: 12 })).toBe('12 passed, 0 failed')
  expect(closingLine({ passed: 1, failed: ['a', 'b'], skipped: ['c'], files: [] })).toBe(
    '1 passed, 2 failed, 1 skipped',
  )
})

test('adds up the counts of several parts', () => {
  const parts = [
    { passed: 2, failed: ['a'], skipped: [], files: [{ name: 'x', ms: 1 }] },
    { passed: 3, failed: [], skipped: ['b'], files: [] },
  ]
  expect(sumUp(parts)).toEqual({ passed: 5, failed: ['a'], skipped: ['b'], files: [{ name: 'x', ms: 1 }] })
})

test('lists the slowest files, each with the sum of its times', () => {
  const files = [
    { name: 'a', ms: 700 },
    { name: 'b', ms: 1000 },
    { name: 'c', ms: 10 },
    { name: 'a', ms: 800 },
  ]
  expect(slowestFiles(files, 2)).toEqual(['     1.5 s  a', '     1.0 s  b'])
})

test('formats milliseconds as minutes and seconds', () => {
  expect([0, 59_499, 59_500, 125_000].map(minutes)).toEqual(['0:00', '0:59', '1:00', '2:05'])
})

describe('runner result', () => {
  test('uses the report after exit code 0', () => {
    expect(evaluateRunner('vitest', 0, report({ server: 3 }), all)).toEqual(counts)
  })

  test('fails a runner without a report', () => {
    expect(evaluateRunner('vitest', 134, undefined, all).failed).toEqual([
      'vitest ended with code 134 before its report',
    ])
    expect(evaluateRunner('vitest', 0, undefined, all).failed).toHaveLength(1)
  })

  test('fails a runner with a bad exit code and no failed test', () => {
    expect(evaluateRunner('vitest', 1, report({ server: 3 }), all).failed).toEqual([
      'vitest ended with code 1, but no test failed',
    ])
  })

  test('counts only the failed test after a bad exit code', () => {
    expect(evaluateRunner('vitest', 1, report({ server: 3 }, ['a']), all).failed).toEqual(['a'])
  })

  test('fails a runner with an empty project, unless a filter selected the files', () => {
    expect(evaluateRunner('vitest', 0, report({ server: 3, panel: 0 }), all).failed).toEqual([
      'vitest: no test ran in the project "panel"',
    ])
    expect(evaluateRunner('vitest', 0, report({ server: 3, panel: 0 }), { mayBeEmpty: true }).failed).toEqual([])
  })

  test('fails a runner that ran no test, even with a filter', () => {
    expect(evaluateRunner('vitest', 0, report({ server: 0 }), { mayBeEmpty: true }).failed).toEqual([
      'vitest ran no test',
    ])
    expect(evaluateRunner('vitest', 0, report({}), all).failed).toEqual(['vitest ran no test'])
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
        specs: [{ title: 'adds', tests: [result('sqlite', 'expected'), result('phone', 'flaky')] }],
        suites: [
          {
            title: 'deep',
            specs: [{ title: 'fails', tests: [result('sqlite', 'unexpected'), result('phone', 'skipped')] }],
          },
        ],
      },
    ],
    errors: [{ message: 'no browser' }],
  })
  expect(read).toEqual({
    passed: 2,
    failed: ['e2e [sqlite] photo.spec.ts › deep › fails: no text', 'e2e: no browser'],
    skipped: ['e2e [phone] photo.spec.ts › deep › fails'],
    files: [
      { name: 'e2e [sqlite] photo.spec.ts', ms: 500 },
      { name: 'e2e [phone] photo.spec.ts', ms: 500 },
      { name: 'e2e [sqlite] photo.spec.ts', ms: 500 },
    ],
    ran: { sqlite: 2, phone: 1, empty: 0 },
  })
})
