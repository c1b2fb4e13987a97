import { onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'

/** Printable width of A4 with margins of 16 mm, at 96 px per inch. */
const PAPER_WIDTH = ((210 - 2 * 16) / 25.4) * 96

/** Horizontal overflow of the page in px. */
export function pageOverflow(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}

/** Texts of the cells that overflow. */
export function overflowingCells(): string[] {
  const cells = [...document.querySelectorAll('[role=columnheader], [role=rowheader], [role=cell]')]
  return cells
    .flatMap((cell) => [cell, ...cell.children])
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
    .map(({ textContent, scrollWidth, clientWidth }) => `${textContent}: ${scrollWidth} px in ${clientWidth}`)
}

/** Single-word column headers that wrap. */
export function wrappedHeaders(): string[] {
  return [...document.querySelectorAll('[role=columnheader]')].flatMap((head) => {
    // The icon of a sort button is not on the line of its text.
    const text = head.querySelector('button')?.firstChild ?? head
    const word = text.textContent?.trim() ?? ''
    return linesWithin(text) > 1 && !/\s/.test(word) ? [word] : []
  })
}

/** Words of the cells, of at most eleven letters, that continue on another line. */
export function brokenWords(): string[] {
  const cells = [...document.querySelectorAll('[role=columnheader], [role=rowheader], [role=cell]')]
  return cells.flatMap((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1 && /^[\p{L}\p{M}]{1,11}$/u.test(word)) found.push(word)
      }
    }
    return found
  })
}

export function linesWithin(element: Node): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ top }) => top)).size
}

/** Renders the page as printed on A4 until the test ends or the returned function is called. */
export async function emulatePrint(): Promise<() => Promise<void>> {
  const { innerWidth } = window
  const scrollbar = innerWidth - document.documentElement.clientWidth
  const restoreScreen = async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
    await page.viewport(1280, 800)
  }
  onTestFinished(restoreScreen)
  await page.viewport(Math.floor(PAPER_WIDTH) + scrollbar, 1000)
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  return restoreScreen
}
