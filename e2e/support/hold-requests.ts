import type { Page } from '@playwright/test'

/**
 * Holds back every request to the address. `abort` aborts the held requests and lets later requests
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
    held.push(aborted.catch(() => undefined)) // the page may have cancelled the request
  })
  return {
    abort: async () => {
      release()
      await Promise.all(held)
      await page.unroute(address)
    },
  }
}
