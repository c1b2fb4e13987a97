import { expect, test } from 'vitest'
import { isGiftFieldUsed, REQUIRED_GIFT_FIELDS } from './gift-fields.ts'
import { GIFT_MODES } from './offline-gift.ts'

test.each(GIFT_MODES)('every required field of %s is used by it', (mode) => {
  expect(REQUIRED_GIFT_FIELDS[mode].filter((field) => !isGiftFieldUsed(mode, field))).toEqual([])
})
