declare global {
  interface Window {
    rowsPainted?: Promise<number>
  }
}

/**
 * Runs in the page, so it must not use outer variables. Sets `rowsPainted` to a promise of the ms
 * from the next key press to the frame in which the table shows exactly these rows and is not busy.
 */
export function recordRows(rowIds: readonly string[]): void {
  const wanted = rowIds.map((id) => `row-${id}`).join()
  const isThere = () => {
    const table = document.querySelector('main table[aria-label]')
    const rows = [...document.querySelectorAll('main tbody tr[id]')].map(({ id }) => id)
    return rows.join() === wanted && table?.getAttribute('aria-busy') !== 'true'
  }
  window.rowsPainted = new Promise((resolve) => {
    const begin = ({ timeStamp }: KeyboardEvent) => {
      const look = () => {
        if (!isThere()) return requestAnimationFrame(look)
        // The message arrives after this frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - timeStamp)
        return port2.postMessage(0)
      }
      requestAnimationFrame(look)
    }
    addEventListener('keydown', begin, { capture: true, once: true })
  })
}
