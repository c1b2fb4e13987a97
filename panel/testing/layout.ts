import { onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'

/** A4 at 96 px to the inch, less the margins that the theme gives a page. */
const PAPER_WIDTH = ((210 - 2 * 16) / 25.4) * 96

/** How many px the page is wider than the window. */
export function pageOverflow(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}

/** The words of every cell that runs into the next one, in the table or on the cards that stand for it. */
export function overrunCells(): string[] {
  const cells = [...document.querySelectorAll('[role=columnheader], [role=rowheader], [role=cell]')]
  return cells
    .flatMap((cell) => [cell, ...cell.children])
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
    .map(({ textContent, scrollWidth, clientWidth }) => `${textContent}: ${scrollWidth} px in ${clientWidth}`)
}

/** The heads of columns that are one word and yet stand on more than one line. */
export function brokenHeads(): string[] {
  return [...document.querySelectorAll('[role=columnheader]')].flatMap((head) => {
    const word = head.textContent.trim()
    return linesWithin(head) > 1 && !/\s/.test(word) ? [word] : []
  })
}

/** On how many lines the words within an element stand. */
export function linesWithin(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ top }) => top)).size
}

/** Lays the page out as on a sheet of A4; answers how to take it off again, which happens at the latest when the test ends. */
export async function putOnPaper(): Promise<() => Promise<void>> {
  const { innerWidth } = window
  const scrollbar = innerWidth - document.documentElement.clientWidth
  const takeOff = async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
    await page.viewport(1280, 800)
  }
  onTestFinished(takeOff)
  await page.viewport(Math.floor(PAPER_WIDTH) + scrollbar, 1000)
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  return takeOff
}
