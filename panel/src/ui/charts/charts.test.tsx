import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { activateLanguage } from '../../locales/language.ts'
import { BarChart } from './bar-chart.tsx'
import { MonthChart } from './month-chart.tsx'

const LABEL = 'Chart: gifts. The same figures are in the table below.'
const RUPEE = 100
const chart = page.getByRole('img', { name: LABEL })
const all = <Found extends Element>(selector: string) => [...chart.element().querySelectorAll<Found>(selector)]
const shapes = (selector: string) => all<SVGRectElement>(selector)
const textsOf = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent)

afterEach(async () => {
  await activateLanguage('en')
  await page.viewport(1280, 800)
})

describe('the chart of months', () => {
  const amounts = [
    { month: '2026-11', amount: 50_000 * RUPEE },
    { month: '2026-08', amount: 1_00_000 * RUPEE },
  ]
  const render = (given = amounts, currentMonth = '2026-11') =>
    renderPart(<MonthChart label={LABEL} amounts={given} currentMonth={currentMonth} isBusy={false} />)

  test('has a column as high as its amount for each month, and a gap for months without', async () => {
    await render()
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
  })

  test('marks the month that is not over, and says so', async () => {
    await render()
    expect(shapes('rect[y]').map((rect) => 'unfinished' in rect.dataset)).toEqual([false, true])
    await expect.element(page.getByText('November 2026 is not over yet.')).toBeVisible()
  })

  test('marks no month of the past', async () => {
    await render(amounts, '2026-12')
    expect(all('[data-unfinished]')).toEqual([])
    await expect.element(page.getByText(/not over/)).not.toBeInTheDocument()
  })

  test('shows the newest 24 months, and says that the table has more', async () => {
    await render([...amounts, { month: '2021-01', amount: 9_00_00_000 * RUPEE }])
    expect(all('title')).toHaveLength(24)
    await expect.element(page.getByText('The chart shows the newest 24 months, the table all.')).toBeVisible()
    await expect.element(chart).not.toMatchTextContent(/crore/)
  })
})

test('is dimmed while other figures load', async () => {
  const bars = [{ id: 'a', name: 'Purpose', amount: RUPEE }]
  await renderPart(<BarChart label={LABEL} bars={bars} limit={10} isBusy />)
  await expect.element(chart).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => getComputedStyle(chart.element()).opacity).toBe('0.5')
})

describe('the chart of bars', () => {
  const bars = Array.from({ length: 13 }, (_, index) => ({
    id: `${index}`,
    name: `Purpose ${index}`,
    amount: index * 1_000 * RUPEE,
  }))
  const render = (given = bars) => renderPart(<BarChart label={LABEL} bars={given} limit={10} isBusy={false} />)

  test('has the ten largest in order with their amounts, and the sum of the others last', async () => {
    await render()
    const names = all('[title]')
    expect(textsOf(names)).toEqual([...Array.from({ length: 10 }, (_, index) => `Purpose ${12 - index}`), '3 others'])
    expect(names[0]?.parentElement?.textContent).toBe('Purpose 12₹12,000.00')
    expect(names[10]?.parentElement?.textContent).toBe('3 others₹3,000.00')
    const [longest, , , , , , half] = shapes('rect').map((rect) => rect.getBBox().width)
    expect(longest).toBeCloseTo(2 * (half ?? 0), 0)
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
