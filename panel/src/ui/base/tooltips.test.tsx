import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { PasswordField } from './password-field.tsx'
import { closeTooltipsOnEscape } from './tooltips.ts'

test('a tooltip stays within a screen of 320 px, and Escape closes it', async () => {
  await page.viewport(320, 640)
  closeTooltipsOnEscape()
  await renderPart(
    <PasswordField label="The new password of an account with a long name" value="" onChange={() => {}} />,
  )
  const button = page.getByRole('button')
  const tooltip = () => getComputedStyle(button.element(), '::after')
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  expect(tooltip().content).toMatch(/long name: show/)
  const { left, right } = button.element().getBoundingClientRect()
  expect(Math.min(left, right - Number.parseFloat(tooltip().width))).toBeGreaterThanOrEqual(0)
  await userEvent.keyboard('{Escape}')
  expect(tooltip().content).toBe('none')
  await userEvent.tab({ shift: true })
  await userEvent.tab()
  expect(tooltip().content).toMatch(/long name: show/)
})
