import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { DayInput } from './date-input.tsx'

test('describes a day by how it is typed and by what the caller says of it', async () => {
  await renderPart(
    <DayInput name="day" label="Valid from" value="" onChange={() => {}} description="As on the order." />,
  )
  await expect
    .element(page.getByLabelText('Valid from', { exact: true }))
    .toHaveAccessibleDescription('dd/mm/yyyy · As on the order.')
})
