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
const isVisible = (element: Element) => element.getClientRects().length > 0

afterEach(async () => {
  await activateLanguage('en')
  await page.viewport(1280, 800)
})

describe('the chart of months', () => {
  const amounts = [
    { month: '2026-11', amount: 50_000 * RUPEE },
    { month: '2026-08', amount: 1_00_000 * RUPEE },
  ]
  const render = (given = amounts, currentMonth = '2026-11', language: 'en' | 'hi' = 'en') =>
    renderPart(<MonthChart label={LABEL} amounts={given} currentMonth={currentMonth} isBusy={false} />, language)

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

  test.each(['en', 'hi'] as const)('has names of months side by side at every width, in %s', async (language) => {
    const years = Array.from({ length: 24 }, (_, index) => ({
      month: new Date(Date.UTC(2024, 11 + index)).toISOString().slice(0, 7),
      amount: (index + 1) * 1_00_00_000 * RUPEE,
    }))
    for (const count of [2, 3, 5, 8, 9, 12, 13, 17, 18, 24]) {
      const { unmount } = await render(years.slice(-count), '2026-11', language)
      for (const width of [320, 480, 481, 960, 961, 1280]) {
        await page.viewport(width, 800)
        for (const row of ['[data-at]:first-child', '[data-at]:last-child']) {
          const boxes = all(row)
            .filter(isVisible)
            .map((name) => name.getBoundingClientRect())
          expect(boxes.length).toBeGreaterThan(0)
          const isApart = boxes.every(({ left }, index) => left > (boxes[index - 1]?.right ?? 0))
          expect(isApart, `${count} months at ${width}px`).toBe(true)
        }
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      }
      await unmount()
    }
  })

  test('shows nothing if all is 0', async () => {
    await render([{ month: '2026-11', amount: 0 }])
    await expect.element(chart).not.toBeInTheDocument()
  })
})

test('is dimmed while other figures load', async () => {
  const bars = [{ id: 'a', name: 'Purpose', amount: RUPEE }]
  await renderPart(<BarChart label={LABEL} bars={bars} isBusy />)
  await expect.element(chart).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => getComputedStyle(chart.element()).opacity).toBe('0.5')
})

describe('the chart of bars', () => {
  const bars = Array.from({ length: 13 }, (_, index) => ({
    id: `${index}`,
    name: `Purpose ${index}`,
    amount: index * 1_000 * RUPEE,
  }))
  const render = (given = bars) => renderPart(<BarChart label={LABEL} bars={given} isBusy={false} />)

  test('has the ten largest in order with their amounts, and the sum of the others last', async () => {
    await render()
    const names = all('[title]')
    expect(textsOf(names)).toEqual([...Array.from({ length: 10 }, (_, index) => `Purpose ${12 - index}`), 'Others (3)'])
    expect(names[0]?.parentElement?.textContent).toBe('Purpose 12₹12,000.00')
    expect(names[10]?.parentElement?.textContent).toBe('Others (3)₹3,000.00')
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

  test('shows nothing if all is 0', async () => {
    await render(bars.slice(0, 1))
    await expect.element(chart).not.toBeInTheDocument()
  })
})
