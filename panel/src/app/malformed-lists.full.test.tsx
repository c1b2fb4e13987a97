import { test } from 'vitest'
import { expectReadableRecords, LISTS } from '../../testing/malformed-lists.tsx'

test.each(LISTS)('$path shows the readable records of a malformed response, or an error', expectReadableRecords)
