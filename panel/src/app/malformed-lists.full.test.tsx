import { afterEach, test, vi } from 'vitest'
import { expectReadableRecords, LISTS } from '../../testing/malformed-lists.tsx'

afterEach(() => vi.restoreAllMocks())

test.each(LISTS)('$path shows the readable records of a malformed response, or an error', expectReadableRecords)
