/** A page number, or the place where some are left out. */
export type PagerItem = number | 'gap'

/** Up to so many pages, each has its number (specification, section 9). */
const ALL_SHOWN = 7
const WINDOW = 5

/**
 * What a pager shows: all numbers up to 7 pages; over that a window of 5 around the page, with the first and the last. A gap never
 * stands for a single page. `page` and `pageCount` count from 1.
 */
export function pagerWindow(page: number, pageCount: number): PagerItem[] {
  if (pageCount <= ALL_SHOWN) return numbers(1, pageCount)
  const first = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), pageCount - WINDOW + 1))
  const last = first + WINDOW - 1
  return [...between(1, first), ...numbers(first, last), ...between(last, pageCount)]
}

/** From an end of the list up to the window, or from the window to the other end; the window's own edge is left out. */
function between(from: number, to: number): PagerItem[] {
  const isStart = from === 1
  if (to - from <= 2) return isStart ? numbers(from, to - 1) : numbers(from + 1, to)
  return isStart ? [from, 'gap'] : ['gap', to]
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
