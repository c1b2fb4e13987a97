import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { Pager } from './pager.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('it says which rows are shown of how many, and leads to the others', async () => {
  const go = vi.fn()
  await page.viewport(1280, 800)
  await renderPart(<Pager page={2} total={250} perPage={10} onPageChange={go} />)
  await expect.element(page.getByText('11–20 of 250', { exact: true })).toBeVisible()
  await expect.element(button('Page 2')).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('navigation', { name: 'Pages' })).toMatchTextContent('Prev12345…25Next')
  await button('Prev').click()
  await button('Page 25').click()
  await button('Next').click()
  expect(go.mock.calls).toEqual([[1], [25], [3]])
})

test('at an end the step that leads no further keeps its place and does nothing', async () => {
  const go = vi.fn()
  await renderPart(<Pager page={1} total={11} perPage={10} onPageChange={go} />)
  await expect.element(button('Prev')).toHaveAttribute('aria-disabled', 'true')
  button('Prev')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(go).not.toHaveBeenCalled()
  await expect.element(button('Next')).not.toHaveAttribute('aria-disabled')
})

test('a count that was cut says that there are more', async () => {
  await renderPart(<Pager page={1000} total={10_000} isCapped perPage={10} onPageChange={vi.fn()} />)
  await expect.element(page.getByText('9,991–10,000 of 10,000+', { exact: true })).toBeVisible()
})

test('one page needs no steps', async () => {
  await renderPart(<Pager page={1} total={3} perPage={10} onPageChange={vi.fn()} />)
  await expect.element(page.getByText('1–3 of 3', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
})

test('on the narrowest screen every button is within it, 44 px and apart from the next', async () => {
  await page.viewport(320, 640)
  await renderPart(<Pager page={50} total={1000} perPage={10} onPageChange={vi.fn()} />)
  const boxes = page
    .getByRole('button')
    .elements()
    .map((one) => one.getBoundingClientRect())
  expect(boxes).toHaveLength(7)
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(2)
  for (const box of boxes) {
    expect(box.width).toBeGreaterThanOrEqual(44)
    expect(box.height).toBeGreaterThanOrEqual(44)
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(320)
    const neighbours = boxes.filter((other) => other !== box && other.top === box.top && other.left > box.left)
    for (const other of neighbours) expect(other.left - box.right).toBeGreaterThanOrEqual(8)
  }
})

test('in Hindi', async () => {
  await renderPart(<Pager page={2} total={254} perPage={10} onPageChange={vi.fn()} />, 'hi')
  await expect.element(page.getByText('254 में से 11–20', { exact: true })).toBeVisible()
  await expect.element(button('पिछला')).toBeVisible()
  await expect.element(button('अगला')).toBeVisible()
  await expect.element(button('पेज 26')).toBeVisible()
})
