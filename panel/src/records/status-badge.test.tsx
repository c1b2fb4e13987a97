import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { StatusBadge } from './status-badge.tsx'

test.each([
  ['Success', 'success'],
  ['Pending', 'pending'],
  ['Failed', 'failed'],
  ['Refunded', 'neutral'],
  ['On hold', 'neutral'],
  ['Unknown', 'neutral'],
] as const)('shows %s as text and icon', async (label, tone) => {
  await renderPart(<StatusBadge label={label} tone={tone} />)
  const badge = page.getByText(label, { exact: true })
  await expect.element(badge).toHaveAttribute('data-tone', tone)
  expect(badge.element().querySelector('svg')).not.toBeNull()
})

test('translates known statuses to Hindi and keeps unknown ones', async () => {
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
