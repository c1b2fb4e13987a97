import type { Page } from '@playwright/test'

/**
 * Holds every request to that address back until `abort`, which aborts them and lets later ones
 * through.
 */
export async function holdRequests(page: Page, address: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held: Promise<void>[] = []
  await page.route(address, (route) => {
    const aborted = released.then(() => route.abort())
    held.push(aborted.catch(() => undefined)) // the page may have cancelled it
  })
  return {
    abort: async () => {
      release()
      await Promise.all(held)
      await page.unroute(address)
    },
  }
}
