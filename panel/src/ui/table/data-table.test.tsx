import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { type Column, DataTable } from './data-table.tsx'

interface Row {
  id: string
  name: string
}

const COLUMNS: readonly Column<Row>[] = [{ id: 'name', head: 'Name', cell: ({ name }) => name, kind: 'title' }]

test('renders both rows with a repeated id, without a React warning', async () => {
  const complaint = vi.spyOn(console, 'error')
  const rows = ['Asha', 'Neha', 'Asha again'].map((name) => ({ id: name.slice(0, 1), name }))
  await renderPart(<DataTable label="Donors" columns={COLUMNS} rows={rows} />)
  const names = page.getByRole('rowheader')
  await expect.element(names.nth(2)).toHaveTextContent('Asha again')
  expect(names.elements().map(({ textContent }) => textContent)).toEqual(['Asha', 'Neha', 'Asha again'])
  expect(complaint).not.toHaveBeenCalled()
})
