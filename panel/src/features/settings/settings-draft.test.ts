import { expect, test, vi } from 'vitest'
import { contentOf, draftOf, isChanged, newEntry, previewContentOf, withAllFields } from './settings-draft.ts'
import { fieldOf, readField } from './settings-fields.ts'

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
      cheque: { en: 'Subject to realisation', hi: 'चेक क्लियर होने पर मान्य' },
    },
    { from: '2021-04-01', statement: ['One', 'Two'] },
  ],
  rules: [
    {
      ...{ from: '2026-04-01', cashDayLimit: 200_000, anonymousShare: 5, receiptOnClearing: false, retentionYears: 6 },
      certificate: { en: 'Form 114', hi: 'फ़ॉर्म 114' },
    },
    { from: '2021-04-01', receiptOnClearing: true, receiptForLeaf: true, fcra: { number: '12/A', date: '2020-01-31' } },
  ],
}
const draft = draftOf({ content: CONTENT, version: 3 })

test('sends content that nobody changed as it was', () => {
  expect(contentOf(draft)).toEqual(CONTENT)
  expect(isChanged(draft, draftOf({ content: CONTENT, version: 4 }))).toBe(false)
})

test('shows sums as people write them', () => {
  expect(draft.rules.map(({ cashDayLimit }) => cashDayLimit)).toEqual(['2,00,000', ''])
})

test('shows what empty settings lack as empty or with its initial value', () => {
  const draft = draftOf({ content: {}, version: 1 })
  expect(draft).toMatchObject({ 'address.en': '', 'receipts.number': 'SD/{year}/{number}' })
})

test('sorts entries with the newest first, and begins a new one from it without its day', () => {
  const entries = draftOf({ content: { wordings: CONTENT.wordings.toReversed() }, version: 1 }).wordings
  expect(entries.map(({ from }) => from)).toEqual(['2026-04-01', '2021-04-01'])
  expect(newEntry('wordings', entries)).toMatchObject({ from: '', 'title.en': 'Receipt', needs: 'name pan', key: '2' })
})

test.each([
  ['2,00,000', 200_000],
  ['200,000', 200_000],
  ['12,34,56,789', 123_456_789],
  [' ₹ 2,000 ', 2000],
  ['₹2000', 2000],
  ['2,5', '2,5'],
  ['2,000,00', '2,000,00'],
  ['2,00,00', '2,00,00'],
  ['1 0', '1 0'],
  ['2 lakh', '2 lakh'],
  ['-5', '-5'],
  ['1.5', '1.5'],
])('sends the rupees %j as %j', (typed, sent) => {
  const [rule] = draft.rules
  const changed = { ...draft, rules: rule ? [{ ...rule, cashDayLimit: typed }] : [] }
  expect(contentOf(changed)).toMatchObject({ rules: [{ cashDayLimit: sent }] })
})

test.each([
  [' 10 ', 10],
  ['1,000', '1,000'],
  ['1 0', '1 0'],
  ['₹5', '₹5'],
  ['', ''],
])('sends the number %j as %j', (typed, sent) => {
  const changed = { ...draft, 'receipts.digits': typed, 'receipts.linkDays': typed, 'receipts.number': '' }
  expect(contentOf(changed)).toMatchObject({ receipts: { digits: sent, linkDays: sent, number: '' } })
})

test('names saved pictures by their version in a preview, and sends the others', () => {
  const changed = { ...draft, logo: 'data:image/png;base64,CCCC' }
  expect(previewContentOf(changed)).toMatchObject({
    logo: 'data:image/png;base64,CCCC',
    signatory: { name: 'Meera', picture: 'version:3' },
  })
  expect(previewContentOf({ ...draft, logo: '' })).not.toHaveProperty('logo')
  expect(previewContentOf({ ...draft, version: undefined })).toEqual(CONTENT)
})

test('sees another picture as a change, without writing pictures out', () => {
  const stringify = vi.spyOn(JSON, 'stringify')
  expect(isChanged({ ...draft, phone: '1' }, draft)).toBe(true)
  expect(isChanged({ ...draft, logo: '' }, draft)).toBe(true)
  expect(isChanged({ ...draft, 'signatory.picture': 'data:image/png;base64,CCCC' }, draft)).toBe(true)
  expect(isChanged({ ...draft }, draft)).toBe(false)
  expect(stringify.mock.results.map(({ value }) => value).join()).not.toContain('base64')
})

test('fills what entries of a stored draft lack', () => {
  const stored = { phone: '1', wordings: [{ from: '2026-04-01', 'title.en': 'x' }], rules: ['odd'] }
  const restored = { ...draft, ...withAllFields(stored) }
  expect(contentOf(restored)).toMatchObject({ phone: '1', wordings: [{ from: '2026-04-01', title: { en: 'x' } }] })
  expect(contentOf(restored)).not.toHaveProperty('rules')
  expect(withAllFields({ phone: '1' })).toEqual({ phone: '1' })
})

test('keeps the errors of an entry with it when another is added on top', () => {
  const field = fieldOf('wordings[0].title.en', draft)
  const added = { ...draft, wordings: [newEntry('wordings', draft.wordings), ...draft.wordings] }
  const [first, second] = added.wordings.map(({ key }) => `wordings[${key}].title.en`)
  expect([field === first, field === second]).toEqual([false, true])
  expect(readField(added, field)).toBe('Receipt')
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
  ['rules[0].certificate', 'rules[0].certificate.en'],
  ['receipts.number', 'receipts.number'],
  ['signatory.picture', 'signatory.picture'],
])('shows the sentence for %s at %s', (serverField, field) => {
  expect(fieldOf(serverField, draft)).toBe(field)
})
