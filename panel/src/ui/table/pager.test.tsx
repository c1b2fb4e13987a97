import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { Pager } from './pager.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('shows the range of rows and opens other pages', async () => {
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

test('disables Prev, but not Next, on the first page', async () => {
  const go = vi.fn()
  await renderPart(<Pager page={1} total={11} perPage={10} onPageChange={go} />)
  await expect.element(button('Prev')).toHaveAttribute('aria-disabled', 'true')
  button('Prev')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(go).not.toHaveBeenCalled()
  await expect.element(button('Next')).not.toHaveAttribute('aria-disabled')
})

test('marks a capped count with a plus', async () => {
  await renderPart(<Pager page={1000} total={10_000} isCapped perPage={10} onPageChange={vi.fn()} />)
  await expect.element(page.getByText('9,991–10,000 of 10,000+', { exact: true })).toBeVisible()
})

test('shows no buttons for a single page', async () => {
  await renderPart(<Pager page={1} total={3} perPage={10} onPageChange={vi.fn()} />)
  await expect.element(page.getByText('1–3 of 3', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
})

test.each([
  [320, 50, 100],
  [360, 5, 100],
  [320, 50_000, 1_00_000],
  [360, 99_997, 1_00_000],
  [768, 50_000, 1_00_000],
  [1280, 50_000, 1_00_000],
])(
  'at %i px, on page %i of %i, shows every button on screen, at least 44 px large and 8 px apart',
  async (width, at, pageCount) => {
    await page.viewport(width, 640)
    await renderPart(<Pager page={at} total={pageCount * 10} perPage={10} onPageChange={vi.fn()} />)
    const buttons = page.getByRole('button').elements()
    expect(buttons.length).toBeGreaterThanOrEqual(9)
    const boxes = buttons.map((one) => one.getBoundingClientRect())
    for (const box of boxes) {
      expect(box.width).toBeGreaterThanOrEqual(44)
      expect(box.height).toBeGreaterThanOrEqual(44)
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(document.documentElement.clientWidth)
      for (const other of boxes) if (other !== box) expect(distance(box, other)).toBeGreaterThanOrEqual(8)
    }
    expect(boxes.at(0)?.top).toBe(boxes.at(-1)?.top)
  },
)

test.each([320, 360])('at %i px centres the numbers on two lines above Prev and Next', async (width) => {
  await page.viewport(width, 640)
  await renderPart(<Pager page={50} total={1000} perPage={10} onPageChange={vi.fn()} />)
  const numbers = page.getByRole('button', { name: /^Page / }).elements()
  const pager = page.getByRole('navigation').element().getBoundingClientRect()
  const tops = [...new Set(numbers.map((one) => one.getBoundingClientRect().top))]
  const lines = tops.map((top) => numbers.filter((one) => one.getBoundingClientRect().top === top))
  expect(lines.map((line) => line.map(({ textContent }) => textContent))).toEqual([
    ['1', '48', '49', '50'],
    ['51', '52', '100'],
  ])
  for (const line of lines) {
    const [first, last] = [line.at(0), line.at(-1)].map((one) => one?.getBoundingClientRect() ?? new DOMRect())
    expect((first?.left ?? 0) - pager.left).toBeCloseTo(pager.right - (last?.right ?? 0), 0)
  }
  expect(button('Prev').element().getBoundingClientRect().top).toBeGreaterThan(Math.max(...tops))
})

/** Distance between the facing edges of two boxes. */
function distance(one: DOMRect, other: DOMRect): number {
  const across = Math.max(one.left - other.right, other.left - one.right)
  return Math.max(across, one.top - other.bottom, other.top - one.bottom)
}

test('shows the pager in Hindi', async () => {
  await renderPart(<Pager page={2} total={254} perPage={10} onPageChange={vi.fn()} />, 'hi')
  await expect.element(page.getByText('254 में से 11–20', { exact: true })).toBeVisible()
  await expect.element(button('पिछला')).toBeVisible()
  await expect.element(button('अगला')).toBeVisible()
  await expect.element(button('पेज 26')).toBeVisible()
})
