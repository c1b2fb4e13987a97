import { expect, test } from 'vitest'
import { contentOf, draftOf, fieldOf, isChanged, newWording } from './settings-draft.ts'

const CONTENT = {
  name: { en: 'Seva Trust', hi: 'सेवा न्यास' },
  address: [{ en: '12 Parikrama Marg', hi: '12, परिक्रमा मार्ग' }, 'Mathura 281001'],
  pan: 'AAATS1234F',
  website: { en: 'trust.example/en', hi: 'trust.example/hi' },
  logo: 'data:image/png;base64,AAAA',
  signatory: { name: 'Meera', picture: 'data:image/png;base64,BBBB' },
  receipts: { language: 'hi', number: 'T/{year}/{number}', digits: 4, linkDays: 30 },
  wordings: [
    {
      from: '2026-04-01',
      title: { en: 'Receipt', hi: 'रसीद' },
      approval: [{ hi: 'केवल हिंदी' }],
      needs: ['name', 'pan'],
      cash: { aboveRupees: 2000, text: 'No deduction' },
    },
    { from: '2021-04-01', statement: ['One', 'Two'] },
  ],
  rules: [
    { from: '2026-04-01', cashDayLimit: 200_000, anonymousShare: 5, receiptOnClearing: false, retentionYears: 6 },
    { from: '2021-04-01', receiptOnClearing: true, fcra: { number: '12/A', date: '2020-01-31' } },
  ],
}
const draft = draftOf(CONTENT, 3)

test('sends content that nobody changed as it was', () => {
  expect(contentOf(draft)).toEqual(CONTENT)
  expect(isChanged(draft, draftOf(CONTENT, 4))).toBe(false)
})

test('shows sums as people write them', () => {
  expect(draft.rules.map(({ cashDayLimit }) => cashDayLimit)).toEqual(['2,00,000', ''])
})

test('reads any other value of a backend as empty', () => {
  for (const content of [null, 'x', [], { name: 7, address: 'x', wordings: [null, 3], rules: {}, signatory: [] }]) {
    expect(draftOf(content, undefined)).toMatchObject({ 'address.en': '', 'receipts.number': 'SD/{year}/{number}' })
  }
})

test('sorts entries with the newest first, and begins a new one from it without its day', () => {
  const entries = draftOf({ wordings: CONTENT.wordings.toReversed() }, 1).wordings
  expect(entries.map(({ from }) => from)).toEqual(['2026-04-01', '2021-04-01'])
  expect(newWording(entries)).toMatchObject({ from: '', 'title.en': 'Receipt', needs: 'name pan', key: '2' })
})

test.each([
  ['2,00,000', 200_000],
  [' ₹ 2 000 ', 2000],
  ['2 lakh', '2 lakh'],
  ['-5', '-5'],
  ['1.5', '1.5'],
])('sends %j as %j', (typed, sent) => {
  const [rule] = draft.rules
  const changed = { ...draft, rules: rule ? [{ ...rule, cashDayLimit: typed }] : [] }
  expect(contentOf(changed)).toMatchObject({ rules: [{ cashDayLimit: sent }] })
})

test('sends one text for equal languages, and only the languages that are filled', () => {
  const changed = {
    ...draft,
    'name.hi': 'Seva Trust ',
    'signatory.name.hi': '',
    'address.hi': '',
    website: 'new.example',
  }
  expect(contentOf(changed)).toMatchObject({
    name: 'Seva Trust',
    signatory: { name: { en: 'Meera' } },
    address: [{ en: '12 Parikrama Marg' }, { en: 'Mathura 281001' }],
    website: 'new.example',
  })
})

test.each([
  ['pan', 'pan'],
  ['name', 'name.en'],
  ['name.hi', 'name.hi'],
  ['address[1].en', 'address.en'],
  ['wordings[1].statement[0]', 'wordings[1].statement.en'],
  ['wordings[0].approval[0].hi', 'wordings[0].approval.hi'],
  ['wordings[1].from', 'wordings[1].from'],
  ['wordings[0].needs[1]', 'wordings[0].needs'],
  ['wordings[0].cash.text', 'wordings[0].cash.text.en'],
  ['rules[1].fcra.date', 'rules[1].fcra.date'],
  ['receipts.number', 'receipts.number'],
  ['signatory.picture', 'signatory.picture'],
])('shows the sentence for %s at %s', (serverField, field) => {
  expect(fieldOf(serverField, draft)).toBe(field)
})
