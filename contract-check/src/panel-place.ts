import type { BackendClient } from './backend-client.ts'

type Place = Pick<BackendClient, 'host' | 'origin'>

/** The panel's origin where it is told and is not the backend's own: the browser then asks the backend whether it may. */
export function foreignOrigin({ host, origin }: Place): string | undefined {
  return origin === undefined || origin === new URL(host).origin ? undefined : origin
}

/** Whether browsers take the panel for another site than the backend, and so keep only cookies that are made for that. */
export function isOtherSite({ host, origin }: Place): boolean {
  if (origin === undefined) return false
  const [panel, backend] = [new URL(origin), new URL(host)]
  return panel.protocol !== backend.protocol || siteOf(panel.hostname) !== siteOf(backend.hostname)
}

/** Under these, each name belongs to somebody else, as under a top level domain. */
const SHARED_SUFFIX =
  /(^|\.)((ac|co|com|edu|firm|gen|gov|ind|mil|net|nic|or|org|res)\.[a-z]{2}|(github|gitlab)\.io|(vercel|netlify|web|railway)\.app|(pages|workers|fly)\.dev|(onrender|herokuapp|firebaseapp)\.com|(azurewebsites|cloudfront)\.net)$/

/** The domain that somebody has registered. Browsers hold a list of thousands of suffixes; the usual ones are enough to say what to look at. */
function siteOf(hostname: string): string {
  if (/^[\d.]+$|:/.test(hostname)) return hostname
  const labels = hostname.split('.')
  return labels.slice(SHARED_SUFFIX.test(labels.slice(-2).join('.')) ? -3 : -2).join('.')
}
