import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { BarChart } from './bar-chart.tsx'
import { MonthChart } from './month-chart.tsx'

const LABEL = 'Chart: gifts. The same figures are in the table below.'
const RUPEE = 100
const chart = page.getByRole('img', { name: LABEL })
const all = <Found extends Element>(selector: string) => [...chart.element().querySelectorAll<Found>(selector)]
const shapes = (selector: string) => all<SVGRectElement>(selector)
const textsOf = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent)

describe('the chart of months', () => {
  const monthsOf = (...amounts: number[]) =>
    amounts.map((amount, at) => ({ month: `2026-${String(at + 8).padStart(2, '0')}`, amount, isUnfinished: at === 3 }))
  const render = (...amounts: number[]) =>
    renderPart(<MonthChart label={LABEL} months={monthsOf(...amounts)} isBusy={false} />)

  test('has a column as high as its amount for each month, and a gap for months without', async () => {
    await render(1_00_000 * RUPEE, 0, 0, 50_000 * RUPEE)
    expect(textsOf(all('title'))).toEqual([
      'August 2026: ₹1,00,000.00',
      'September 2026: ₹0.00',
      'October 2026: ₹0.00',
      'November 2026: ₹50,000.00',
    ])
    const [august, november] = shapes('rect[y]').map((rect) => rect.getBBox())
    expect(august?.height).toBeCloseTo(2 * (november?.height ?? 0), 0)
    expect((november?.x ?? 0) - (august?.x ?? 0)).toBeGreaterThan(3 * (august?.width ?? 0))
    await expect.element(chart).toMatchTextContent(/^₹1 lakh₹50,000₹0/)
    expect(shapes('rect[y]').map((rect) => 'unfinished' in rect.dataset)).toEqual([false, true])
  })

  test('shows a column of at least a pixel for the smallest amount', async () => {
    await render(9_00_00_000 * RUPEE, 1)
    const [, smallest] = shapes('rect[y]').map((rect) => rect.getBoundingClientRect())
    expect(smallest?.height).toBeGreaterThan(1)
  })
})

test('is dimmed while other figures load', async () => {
  const bars = [{ id: 'a', name: 'Purpose', amount: RUPEE }]
  await renderPart(<BarChart label={LABEL} bars={bars} others={undefined} isBusy />)
  await expect.element(chart).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => getComputedStyle(chart.element()).opacity).toBe('0.5')
})

describe('the chart of bars', () => {
  const bars = Array.from({ length: 10 }, (_, index) => ({
    id: `${index}`,
    name: `Purpose ${index}`,
    amount: (12 - index) * 1_000 * RUPEE,
  }))
  const others = { count: 3, amount: 90_000 * RUPEE }
  const render = (given = bars) => renderPart(<BarChart label={LABEL} bars={given} others={others} isBusy={false} />)

  test('has bars as long as their amounts, and the sum of the others as text', async () => {
    await render([...bars, { id: 'least', name: 'Least', amount: 1 }])
    const rows = all('[title]').map((name) => name.parentElement?.textContent)
    expect([rows[0], rows[10]]).toEqual(['Purpose 0₹12,000.00', 'Least₹0.01'])
    await expect.element(chart).toMatchTextContent(/3 others₹90,000\.00$/)
    const widths = shapes('rect').map((rect) => rect.getBoundingClientRect().width)
    expect(widths).toHaveLength(11)
    expect(widths[0]).toBeCloseTo(shapes('svg')[0]?.getBoundingClientRect().width ?? 0, 0)
    expect(widths[0]).toBeCloseTo(2 * (widths[6] ?? 0), 0)
    expect(widths[10]).toBeGreaterThan(1)
  })

  test('wraps a long name in two lines on a phone, and has all of it as title', async () => {
    await page.viewport(360, 740)
    const name = 'वृद्धाश्रम में भोजन और दवाइयाँ '.repeat(6).trim()
    await render([{ id: 'long', name, amount: 1_23_45_678 * RUPEE }, ...bars])
    const [first] = all<HTMLElement>('[title]')
    expect(first?.title).toBe(name)
    const lines = (first?.clientHeight ?? 0) / Number.parseFloat(getComputedStyle(first ?? document.body).lineHeight)
    expect(Math.round(lines)).toBe(2)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  })
})
