import { expect, test } from 'vitest'
import { fieldNames } from '../base/record-fields.ts'
import { GIFT_FIELDS, isGiftFieldRequired, isGiftFieldUsed } from './gift-fields.ts'
import { GIFT_MODES } from './offline-gift.ts'

test.each(GIFT_MODES)('every required field of %s is used by it', (mode) => {
  const required = fieldNames(GIFT_FIELDS).filter((field) => isGiftFieldRequired(mode, field))
  expect(required.filter((field) => !isGiftFieldUsed(mode, field))).toEqual([])
})
