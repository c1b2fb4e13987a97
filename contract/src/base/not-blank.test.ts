import { expect, test } from 'vitest'
import { isBlank } from './not-blank.ts'

test.each(['', '   ', '\u200b\u200d', '\u00a0\u3000\n', '\u0000', '\u3164', '\u2800\u115f', '\u034f\ufe0f'])(
  'treats %j as blank',
  (text) => expect(isBlank(text)).toBe(true),
)

test.each(['a', '.', 'क', '🙏', '1\u200b'])('treats %j as not blank', (text) => expect(isBlank(text)).toBe(false))
