import { expect, test } from 'vitest'
import { dailyName, isBackupDue, surplusBackups } from './daily-backup-service.ts'

const INDIA = { hour: 2, timeZone: 'Asia/Kolkata' }
const at = (time: string) => Date.parse(`${time}+05:30`)

test.each([
  ['is due when no backup was taken', undefined, undefined, '2026-11-23T00:10', true],
  ['is not due when one was taken since the hour', '2026-11-23T02:00', '2026-11-23T02:00', '2026-11-23T23:00', false],
  ['is not due before the hour of the next day', '2026-11-23T02:00', '2026-11-23T02:00', '2026-11-24T01:59', false],
  ['is due at the hour of the next day', '2026-11-23T02:00', '2026-11-23T02:00', '2026-11-24T02:00', true],
  [
    'is due at the start of a server that was off at the hour',
    '2026-11-20T02:00',
    '2026-11-20T02:00',
    '2026-11-23T09:00',
    true,
  ],
  ['is not due within an hour of a failure', '2026-11-22T02:00', '2026-11-23T02:00', '2026-11-23T02:59', false],
  ['is due an hour after a failure', '2026-11-22T02:00', '2026-11-23T02:00', '2026-11-23T03:00', true],
])('%s', (_title, good, attempt, now, isDue) => {
  const times = { good: good && at(good), attempt: attempt && at(attempt) } as Parameters<typeof isBackupDue>[0]
  expect(isBackupDue(times, { now: at(now), ...INDIA })).toBe(isDue)
})

test('keeps the newest backups, and files that are none', () => {
  const names = ['sevadesk-2026-11-21-0200.tar', 'sevadesk-2026-11-22-0200.tar.age', 'notes.txt', 'my-backup.tar']
  const newest = dailyName(at('2026-11-23T02:00'), INDIA.timeZone, true)
  expect(newest).toBe('sevadesk-2026-11-23-0200.tar.age')
  expect(surplusBackups([...names, newest], newest, 2)).toEqual(['sevadesk-2026-11-21-0200.tar'])
  expect(surplusBackups([...names, newest], newest, 1)).toHaveLength(2)
  // A clock that was ahead does not make the new backup the oldest.
  expect(surplusBackups(['sevadesk-2099-01-01-0200.tar', newest], newest, 1)).toEqual(['sevadesk-2099-01-01-0200.tar'])
})
