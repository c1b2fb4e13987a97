import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { emulatePrint } from '../../../testing/layout.ts'
import { renderPart } from '../../../testing/render.tsx'
import { ClampedText } from './clamped-text.tsx'

const LONG = 'For the feast of the old-age home, with sweets for all who work there. '.repeat(8).trim()

const isWhole = () => {
  const text = page.getByText(LONG, { exact: true }).element()
  return text.scrollHeight <= text.clientHeight
}
const box = (text: string) => page.getByText(text, { exact: true }).element().getBoundingClientRect()

test('renders a short text without a button', async () => {
  await renderPart(<ClampedText text="Gau Seva" />)
  await expect.element(page.getByText('Gau Seva')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('expands a truncated text by keyboard and collapses it by click', async () => {
  await renderPart(<ClampedText text={LONG} />)
  const opener = page.getByRole('button', { name: LONG, expanded: false })
  await expect.element(opener).toBeVisible()
  expect(isWhole()).toBe(false)
  const { height } = box(LONG)
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('button', { expanded: true })).toHaveFocus()
  expect(isWhole()).toBe(true)
  expect(box(LONG).height).toBeGreaterThan(height)
  await page.getByRole('button').click()
  await expect.element(opener).toHaveFocus()
  expect(box(LONG).height).toBe(height)
})

test('shows two lines of a truncated text inside the button', async () => {
  await renderPart(
    <div style={{ overflowWrap: 'anywhere' }}>
      <ClampedText text={LONG} />
      <p>below</p>
    </div>,
  )
  await expect.element(page.getByRole('button')).toBeVisible()
  const lineHeight = Number.parseFloat(getComputedStyle(page.getByText('below').element()).lineHeight)
  const top = page.getByRole('button').element().getBoundingClientRect().top
  expect(box('below').top - top).toBeCloseTo(2 * lineHeight, 0)
})

test('prints the whole text', async () => {
  await renderPart(<ClampedText text={LONG} />)
  await expect.element(page.getByRole('button')).toBeVisible()
  const restoreScreen = await emulatePrint()
  expect(isWhole()).toBe(true)
  await restoreScreen()
  await expect.poll(isWhole).toBe(false)
})

test('measures again when the text changes', async () => {
  const drawn = (text: string) => (
    <div style={{ width: '12ch', fontFamily: 'monospace' }}>
      <ClampedText text={text} />
    </div>
  )
  const [two, three, four] = ['aaaaaaaa bbbbbbbb', 'aaaaaaaa bbbbbbbb cccccccc', 'aaaaaaaa bbbbbbbb cccccccc dddddddd']
  const screen = await render(drawn(three))
  await page.getByRole('button', { name: three, expanded: false }).click()
  await expect.element(page.getByRole('button', { expanded: true })).toBeVisible()
  await screen.rerender(drawn(four))
  await expect.element(page.getByRole('button', { name: four, expanded: false })).toBeVisible()
  await screen.rerender(drawn(two))
  await expect.element(page.getByText(two)).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  const { height } = box(two)
  await screen.rerender(drawn(three))
  await expect.element(page.getByRole('button', { name: three, expanded: false })).toBeVisible()
  expect(box(three).height).toBe(height)
})
