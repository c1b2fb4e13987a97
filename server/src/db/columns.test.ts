import { expect, test } from 'vitest'
import { fromColumns, toColumns } from './columns.ts'

test('names columns in snake case', () => {
  const columns = toColumns({ countedBy: 'Meena', note: null })
  expect(columns).toEqual({ counted_by: 'Meena', note: null })
  expect(fromColumns({ ...columns, version: 1 }, ['countedBy', 'note'])).toEqual({ countedBy: 'Meena', note: null })
})
