import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { DayField, DayInput } from './date-input.tsx'

test('describes a day by how it is typed and by what the caller says of it', async () => {
  await renderPart(
    <DayInput name="day" label="Valid from" value="" onChange={() => {}} description="As on the order." />,
  )
  await expect
    .element(page.getByLabelText('Valid from', { exact: true }))
    .toHaveAccessibleDescription('dd/mm/yyyy · As on the order.')
})

function Filter({ isOptional, applied }: { isOptional: boolean; applied: string[] }) {
  const [day, setDay] = useState('2026-04-01')
  function apply(next: string) {
    applied.push(next)
    setDay(next)
  }
  return <DayField name="from" label="From" day={day} isOptional={isOptional} onChange={apply} />
}

test.each([
  ['applies an emptied day that is optional', true, ['', '2026-04-02']],
  ['keeps an emptied day that is required', false, ['2026-04-02']],
])('%s', async (_what, isOptional, expected) => {
  const applied: string[] = []
  await renderPart(<Filter isOptional={isOptional} applied={applied} />)
  const field = page.getByLabelText('From', { exact: true })
  await field.fill('')
  await expect.element(field).toHaveValue('')
  await field.fill('02/04/2026')
  await expect.element(field).toHaveValue('02/04/2026')
  expect(applied).toEqual(expected)
})
