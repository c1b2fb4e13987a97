import { expect, type Locator, type Page } from '@playwright/test'

const PER_PAGE = 10

/**
 * Page object of a list with its search and pager, in English. On a small screen its rows are
 * cards.
 */
export function tableOf(page: Page, name: string) {
  const main = page.getByRole('main')
  const table = main.getByRole('table', { name, exact: true })
  const rows = table.locator('tbody').getByRole('row')
  const pages = main.getByRole('navigation', { name: 'Pages' })

  return {
    table,
    rows,
    pages,
    search: main.getByRole('searchbox'),
    row: (text: string): Locator => rows.filter({ hasText: text }),
    /** The numbered button of a page. */
    pageButton: (number: number) => pages.getByRole('button', { name: `Page ${grouped(number)}`, exact: true }),
    prev: pages.getByRole('button', { name: 'Prev' }),
    next: pages.getByRole('button', { name: 'Next' }),

    /** Expects the rows of page `number` in order, and their range, such as "11–20 of 42". */
    async expectPage<Row>(expected: readonly Row[], number: number, wordsOf: (row: Row) => string[]) {
      const first = (number - 1) * PER_PAGE
      const wanted = expected.slice(first, first + PER_PAGE).map((row) => wordsOf(row).map(spaced))
      await expect.poll(() => wordsOfRows(rows)).toEqual(wanted)
      const range = `${grouped(first + 1)}–${grouped(first + wanted.length)} of ${grouped(expected.length)}`
      await expect(main.getByText(range, { exact: true })).toBeVisible()
    },

    /** Labels of the pager, with `…` for omitted pages. */
    async pagerWords(): Promise<string[]> {
      return (await pages.getByRole('list').locator('li').allInnerTexts()).map((words) => words.trim())
    },
  }
}

/** What a line below the badge of an authorized donation says. Only our server has it. */
const NOTE = /Not received yet$/

/** The texts of each row's cells, without the cell of buttons and that line. */
async function wordsOfRows(rows: Locator): Promise<string[][]> {
  const words = await rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('[role=rowheader], [role=cell]:not([data-kind=actions])')].map((cell) =>
        (cell.textContent ?? '').replace(/\s+/g, ' ').trim(),
      ),
    ),
  )
  return words.map((cells) => cells.map((cell) => cell.replace(NOTE, '')))
}

const spaced = (words: string) => words.replace(/\s+/g, ' ').trim()

function grouped(count: number): string {
  return `${count}`.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')
}

/** A date as a list shows it, in the trust's time zone; a dash if it is missing or invalid. */
export const dayOf = (moment: unknown) => shownDate(moment, {})

/** Like `dayOf`, with the time. */
export function dateTimeOf(moment: unknown): string {
  return shownDate(moment, { hour: '2-digit', minute: '2-digit', hour12: true }).replace(', ', '')
}

function shownDate(moment: unknown, time: Intl.DateTimeFormatOptions): string {
  const date = new Date(typeof moment === 'number' ? moment : `${moment}`)
  if (Number.isNaN(date.getTime())) return '—'
  const day = { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'Asia/Kolkata' } as const
  const text = new Intl.DateTimeFormat('en-IN', { ...day, ...time }).format(date)
  return text.replace(/\b[ap]m$/, (half) => half.toUpperCase())
}
