import { expect, test } from 'vitest'
import { changedEntries } from './changed-entries.ts'
import { draftOf, newEntry } from './settings-draft.ts'

const { rules } = draftOf({
  content: { rules: ['2026-04-01', '2021-04-01', '2016-04-01'].map((from) => ({ from, retentionYears: 6 })) },
  version: 1,
})

test('lists the fields that differ on a day, what a new day has, and removed days', () => {
  const [newest, middle] = rules.map((rule, index) => (index === 1 ? { ...rule, retentionYears: '' } : rule))
  const added = { ...newEntry('rules', rules), from: '2027-04-01', cashDayLimit: '2,00,000' }
  expect(changedEntries([added, ...(newest && middle ? [newest, middle] : [])], rules)).toEqual([
    {
      from: '2027-04-01',
      isRemoved: false,
      fields: expect.arrayContaining([
        ['cashDayLimit', '2,00,000'],
        ['retentionYears', '6'],
        ['receiptOnClearing', 'yes'],
      ]),
    },
    { from: '2021-04-01', isRemoved: false, fields: [['retentionYears', '']] },
    { from: '2016-04-01', isRemoved: true, fields: [] },
  ])
  expect(changedEntries(rules, rules)).toEqual([])
})
