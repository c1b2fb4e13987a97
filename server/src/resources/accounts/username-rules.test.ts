import { describe, expect, test } from 'vitest'
import { loadSkeleton, looksAlike, usernameFault, usernameKey } from './username-rules.ts'

test.each([
  'asha',
  'Asha Rao',
  'meera.joshi',
  'asha@trust.example',
  'R2',
  '42',
  'आशा',
  'आशा राव',
  'श्री',
  'ૐકાર',
  'ஆஷா',
  'आशा 2',
  'Zoë',
  '株式会社テスト',
  'ᱥᱟᱱᱛᱟᱲᱤ',
])('accepts %s', (name) => expect(usernameFault(name)).toBeUndefined())

test.each([
  '.asha',
  'asha.',
  '_asha',
  'asha-',
  '"asha"',
  '(asha)',
  'asha!',
  '…',
  '-',
  'asha।',
  '\u200b.asha',
  'asha.\u2060',
  'asha~',
])('rejects the leading or trailing punctuation of %j', (name) => expect(usernameFault(name)).toBe('edge'))

test.each(['аsha', 'आशाrao', 'asha राव', 'asha२', 'आशाа', 'ashα', 'αша'])('rejects the mixed scripts of %s', (name) =>
  expect(usernameFault(name)).toBe('mixed-scripts'),
)

test.each([
  ['modern', 'modem'],
  ['desk1', 'deskl'],
  ['Ila', 'lla'],
  ['аѕһа', 'asha'],
  ['MEERA', 'rneera'],
  ['आशा', 'अाशा'],
  ['as\u034fha', 'asha'],
])('takes %s and %s for one another', async (one, other) => {
  expect(looksAlike(await loadSkeleton(), one, other)).toBe(true)
})

test.each([
  ['asha', 'usha'],
  ['desk1', 'desk2'],
  ['आशा', 'उषा'],
  ['asha rao', 'asharao'],
])('tells %s from %s', async (one, other) => {
  expect(looksAlike(await loadSkeleton(), one, other)).toBe(false)
})

describe('the key of a name', () => {
  test.each([
    ['Asha', 'asha'],
    ['  asha ', 'asha'],
    ['Ａｓｈａ', 'asha'],
    ['asha\u200d', 'asha'],
    ['as\u00adha', 'asha'],
    ['asha\u00a0\u2003rao', 'asha rao'],
    ['asha\trao', 'asha rao'],
    ['asha\u3164rao', 'asha rao'],
    ['asha\uffa0rao', 'asha rao'],
    ['asha\u2800rao', 'asha rao'],
    ['\u2800\u115f', ''],
    ['ÉVA', 'e\u0301va'],
    ['आशा', 'आशा'],
  ])('treats %j and %j as one name', (one, other) => {
    expect(usernameKey(one)).toBe(usernameKey(other))
  })

  test('is idempotent', () => {
    for (const name of ['İstanbul', 'ǅ', 'ﬁ\u00a0x', '  A\u200bB '])
      expect(usernameKey(usernameKey(name))).toBe(usernameKey(name))
  })

  test('keeps different names different', () => {
    expect(usernameKey('asha rao')).not.toBe(usernameKey('asharao'))
    expect(usernameKey('asha')).not.toBe(usernameKey('ashá'))
  })
})
