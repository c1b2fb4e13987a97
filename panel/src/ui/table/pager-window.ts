/** A page number, or a gap of omitted pages. */
export type PagerItem = number | 'gap'

/** Up to this many pages, all numbers are shown (specification, section 9). */
const ALL_SHOWN = 7
const WINDOW = 5

/**
 * The items of a pager: all pages up to 7, otherwise a window of 5 around `page` plus the first and
 * the last. A gap never replaces a single page. `page` counts from 1.
 */
export function pagerWindow(page: number, pageCount: number): PagerItem[] {
  if (pageCount <= ALL_SHOWN) return numbers(1, pageCount)
  const first = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), pageCount - WINDOW + 1))
  const last = first + WINDOW - 1
  return [...between(1, first), ...numbers(first, last), ...between(last, pageCount)]
}

/** The items between the first page and the window, or between the window and the last page. */
function between(from: number, to: number): PagerItem[] {
  const isStart = from === 1
  if (to - from <= 2) return isStart ? numbers(from, to - 1) : numbers(from + 1, to)
  return isStart ? [from, 'gap'] : ['gap', to]
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
