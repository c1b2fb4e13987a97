import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ok } from '../../testing/backend.ts'
import { type Backend, button, openPanel, SUPERADMIN } from '../../testing/open-panel.tsx'
import { activateLanguage } from '../locales/language.ts'

const EVENTS = Array.from({ length: 8 }, (_, number) => ({
  _id: `e${number}`,
  title: `Aarti ${number}`,
  imageUrl: '/media/ab/cd.jpg',
  imageWidth: 1600,
  imageHeight: 1200,
  imageWidths: [400, 800, 1600],
}))
/** Pictures that neither load nor fail, to measure their reserved space. */
const PICTURES = Object.fromEntries(
  ['cd.jpg', ...[400, 800, 1600].map((width) => `cd-${width}.avif`)].map(
    (name) => [`GET /ab/${name}`, [0, '']] as const,
  ),
) satisfies Backend
const BACKEND: Backend = { ...SUPERADMIN, ...PICTURES, 'GET /event': ok(EVENTS) }

/** The picture width that `sizes` states for the current window, in CSS pixels. */
function toldWidth(): number {
  const sizes = document.querySelector('picture source')?.getAttribute('sizes') ?? ''
  const [, width = ''] = sizes
    .split(', ')
    .map((part) => /^(?:(\(.*?\)) )?(.+)$/.exec(part) ?? [])
    .map(([, condition, length = '']) => [condition, length])
    .find(([condition]) => !condition || matchMedia(condition).matches) ?? ['', '']
  const ruler = document.createElement('div')
  ruler.style.cssText = `position: fixed; width: ${width}`
  document.body.append(ruler)
  const { width: declared } = ruler.getBoundingClientRect()
  ruler.remove()
  return declared
}

test.each([320, 360, 597, 612, 613, 700, 888, 904, 905, 955, 965, 1176, 1192, 1193, 1280, 1472, 1488, 1489, 1920])(
  'at %i px shows no picture larger than `sizes` says, with and without a scrollbar',
  async (width) => {
    await openPanel('/events', BACKEND)
    await page.viewport(width, 700)
    await expect.element(page.getByRole('article').first()).toBeVisible()
    const taken = window.innerWidth - document.documentElement.getBoundingClientRect().width
    for (const scrollbar of [0, 15]) {
      const frame = document.querySelector<HTMLElement>('div:has(> header)')
      if (frame) frame.style.marginInlineEnd = `${scrollbar - taken}px`
      const drawn = document.querySelector('picture img')?.getBoundingClientRect().width ?? 0
      expect(drawn).toBeGreaterThan(200)
      expect(toldWidth(), `with ${scrollbar} px of scrollbar`).toBeGreaterThanOrEqual(drawn - 2)
    }
  },
)

test.each([
  [360, 'en'],
  [360, 'hi'],
  [1192, 'en'],
  [1192, 'hi'],
  [1280, 'en'],
  [1280, 'hi'],
] as const)('at %i px fits an event’s actions into one row, or two in narrow cards: %s', async (width, language) => {
  await openPanel('/events', BACKEND)
  await activateLanguage(language)
  await page.viewport(width, 700)
  await expect.element(page.getByRole('article').first()).toBeVisible()
  const actions = [...(document.querySelector('article')?.querySelectorAll('a, button') ?? [])]
  expect(actions).toHaveLength(3)
  const rows = new Set(actions.map((action) => Math.round(action.getBoundingClientRect().top)))
  expect(rows.size).toBeLessThanOrEqual(width === 1192 ? 2 : 1) // cards are narrowest at 1192 px
  const cardEnd = document.querySelector('article')?.getBoundingClientRect().right ?? 0
  for (const action of actions) expect(action.getBoundingClientRect().right).toBeLessThan(cardEnd)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test.each([360, 1280])(
  'keeps the close button visible at %i px when the form opens from a card far below',
  async (width) => {
    await openPanel('/events', BACKEND)
    await page.viewport(width, 740)
    await button('Edit Aarti 7').click()
    await expect.element(page.getByLabelText('Title')).toHaveFocus()
    await expect.element(button('Close Form')).toBeInViewport({ ratio: 1 })
    await expect.element(page.getByRole('form')).toBeInViewport()
    await button('Close Form').click()
    await button('Add New Event').first().click()
    await expect.element(button('Close Form')).toBeInViewport({ ratio: 1 })
  },
)

test.each([360, 1280])(
  'at %i px leaves even gaps between the texts of a row’s cards, and aligns their actions',
  async (width) => {
    const [short, long] = ['One line.', 'A description that fills three lines of a card. '.repeat(3)]
    const data = EVENTS.map((event, number) => ({ ...event, description: number % 2 ? short : long }))
    await openPanel('/events', { ...BACKEND, 'GET /event': ok(data) })
    await page.viewport(width, 700)
    await expect.element(page.getByRole('article').first()).toBeVisible()
    const cards = [...document.querySelectorAll('article')].slice(0, 3)
    const gaps = cards.map((card) => {
      const [title, date, description] = [...card.querySelectorAll('h2, p')].map((text) => text.getBoundingClientRect())
      const gapBefore = (next?: DOMRect, previous?: DOMRect) => Math.round((next?.top ?? 0) - (previous?.bottom ?? 0))
      return [gapBefore(date, title), gapBefore(description, date)]
    })
    expect(gaps).toEqual(cards.map(() => gaps[0]))
    const below = cards.map((card) => {
      const bottoms = [...card.querySelectorAll('button')].map((action) => action.getBoundingClientRect().bottom)
      return Math.round(card.getBoundingClientRect().bottom - Math.max(...bottoms))
    })
    expect(below).toEqual(cards.map(() => below[0]))
  },
)
