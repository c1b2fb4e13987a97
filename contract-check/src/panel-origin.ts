import type { BackendClient } from './backend-client.ts'

type Origins = Pick<BackendClient, 'host' | 'origin'>

/** Returns the panel's origin if it differs from the backend's, else undefined. */
export function foreignOrigin({ host, origin }: Origins): string | undefined {
  return origin === new URL(host).origin ? undefined : origin
}

/** Whether panel and backend are on different sites, so that cookies need SameSite=None. */
export function isOtherSite({ host, origin }: Origins): boolean {
  if (origin === undefined) return false
  const [panel, backend] = [new URL(origin), new URL(host)]
  return panel.protocol !== backend.protocol || siteOf(panel.hostname) !== siteOf(backend.hostname)
}

/** Common entries of the public suffix list; each name below such a suffix is a separate site. */
const PUBLIC_SUFFIX =
  /(^|\.)((ac|co|com|edu|firm|gen|gov|ind|mil|net|nic|or|org|res)\.[a-z]{2}|(github|gitlab)\.io|(vercel|netlify|web|railway)\.app|(pages|workers|fly)\.dev|(onrender|herokuapp|firebaseapp)\.com|(azurewebsites|cloudfront)\.net)$/

function siteOf(hostname: string): string {
  if (/^[\d.]+$|:/.test(hostname)) return hostname
  const labels = hostname.split('.')
  return labels.slice(PUBLIC_SUFFIX.test(labels.slice(-2).join('.')) ? -3 : -2).join('.')
}
