/** When this tab last reloaded for a newer panel, in ms since 1970. */
const RELOADED_KEY = 'sevadesk_reloaded'
/** A second reload within this time, in ms, would not help either. */
const MIN_AGE = 60_000

/**
 * Reloads the page if a newer panel on the server has replaced the file that failed to load. Returns
 * false if there is none, or the server does not respond.
 */
export async function reloadIfOutdated(): Promise<boolean> {
  if (!(await isOutdated()) || !mayReload()) return false
  location.reload()
  return true
}

/**
 * Reloads the page if the server responds. After a script failed to load, browsers load it again only
 * with the page.
 */
export async function reloadIfReachable(): Promise<void> {
  if ((await fetchPage()) !== undefined) location.reload()
}

/** Whether the server's page no longer names the script that this code is in. */
async function isOutdated(): Promise<boolean> {
  const page = await fetchPage()
  return page !== undefined && !page.includes(new URL(import.meta.url).pathname)
}

async function fetchPage(): Promise<string | undefined> {
  try {
    const response = await fetch(import.meta.env.BASE_URL, { cache: 'no-cache' })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY))
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
    return Math.abs(Date.now() - last) > MIN_AGE
  } catch {
    return false // Without storage, the page could reload for ever.
  }
}
