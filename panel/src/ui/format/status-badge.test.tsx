import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { StatusBadge } from './status-badge.tsx'

test.each([
  ['Success', 'success'],
  ['Pending', 'pending'],
  ['Failed', 'failed'],
  ['Refunded', 'neutral'],
  ['On hold', 'neutral'],
  ['Unknown', 'neutral'],
] as const)('%s is said by a word and an icon', async (label, tone) => {
  await renderPart(<StatusBadge label={label} tone={tone} />)
  const badge = page.getByText(label, { exact: true })
  await expect.element(badge).toHaveAttribute('data-tone', tone)
  expect(badge.element().querySelector('svg')).not.toBeNull()
})

test('in Hindi it speaks Hindi, as far as there is a word', async () => {
  await renderPart(
    <>
      <StatusBadge label="Success" tone="success" />
      <StatusBadge label="On hold" tone="neutral" />
    </>,
    'hi',
  )
  await expect.element(page.getByText('सफल', { exact: true })).toBeVisible()
  await expect.element(page.getByText('On hold', { exact: true })).toBeVisible()
})
