declare global {
  interface Window {
    rowsPainted?: Promise<number>
  }
}

/**
 * To run in the page: from the next key to the frame in which the table shows just these rows and no others are on their way, in milliseconds,
 * as the promise `rowsPainted`. Uses nothing from outside.
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
        // A message comes after the frame that this look belongs to.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - timeStamp)
        return port2.postMessage(0)
      }
      requestAnimationFrame(look)
    }
    addEventListener('keydown', begin, { capture: true, once: true })
  })
}
