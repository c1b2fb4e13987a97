import { describe, expect, test } from 'vitest'
import { closingLine, judgeRunner, readPlaywrightReport, sumUp } from './test-count.mjs'

const all = { mayBeEmpty: false }
const report = (ran: Record<string, number>, failed: string[] = []) => ({ passed: 3, failed, skipped: [], ran })

test('the closing line names what was skipped only when something was', () => {
  expect(closingLine({ passed: 12, failed: [], skipped: [] })).toBe('12 passed, 0 failed')
  expect(closingLine({ passed: 1, failed: ['a', 'b'], skipped: ['c'] })).toBe('1 passed, 2 failed, 1 skipped')
})

test('parts add up', () => {
  const parts = [
    { passed: 2, failed: ['a'], skipped: [] },
    { passed: 3, failed: [], skipped: ['b'] },
  ]
  expect(sumUp(parts)).toEqual({ passed: 5, failed: ['a'], skipped: ['b'] })
})

describe('a runner', () => {
  test('that ended well counts as its report says', () => {
    expect(judgeRunner('vitest', 0, report({ server: 3 }), all)).toEqual({ passed: 3, failed: [], skipped: [] })
  })

  test('that died before its report has failed', () => {
    expect(judgeRunner('vitest', 134, undefined, all).failed).toEqual([
      'vitest ended with code 134 before it wrote its report',
    ])
    expect(judgeRunner('vitest', 0, undefined, all).failed).toHaveLength(1)
  })

  test('that ended badly without a failed test has failed', () => {
    expect(judgeRunner('vitest', 1, report({ server: 3 }), all).failed).toEqual([
      'vitest ended with code 1 without naming a failure',
    ])
  })

  test('is not counted as failed twice', () => {
    expect(judgeRunner('vitest', 1, report({ server: 3 }, ['a']), all).failed).toEqual(['a'])
  })

  test('with an empty project has failed, unless a person chose the files', () => {
    expect(judgeRunner('vitest', 0, report({ server: 3, panel: 0 }), all).failed).toEqual([
      'vitest: no test ran in the project "panel"',
    ])
    expect(judgeRunner('vitest', 0, report({ server: 3, panel: 0 }), { mayBeEmpty: true }).failed).toEqual([])
  })

  test('that ran nothing at all has failed, whoever chose', () => {
    expect(judgeRunner('vitest', 0, report({ server: 0 }), { mayBeEmpty: true }).failed).toEqual(['vitest ran no test'])
    expect(judgeRunner('vitest', 0, report({}), all).failed).toEqual(['vitest ran no test'])
  })
})

test('a Playwright report is counted by project, nested suites and all', () => {
  const of = (projectName: string, status: string) => ({ projectName, status })
  const counted = readPlaywrightReport({
    config: { projects: [{ name: 'sqlite' }, { name: 'phone' }, { name: 'empty' }] },
    suites: [
      {
        title: 'photo.spec.ts',
        specs: [{ title: 'adds', tests: [of('sqlite', 'expected'), of('phone', 'flaky')] }],
        suites: [
          { title: 'deep', specs: [{ title: 'fails', tests: [of('sqlite', 'unexpected'), of('phone', 'skipped')] }] },
        ],
      },
    ],
    errors: [{ message: 'no browser' }],
  })
  expect(counted).toEqual({
    passed: 2,
    failed: ['e2e [sqlite] photo.spec.ts › deep › fails', 'e2e: no browser'],
    skipped: ['e2e [phone] photo.spec.ts › deep › fails'],
    ran: { sqlite: 2, phone: 1, empty: 0 },
  })
})
