import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { startOtherBackend } from './other-server.ts'
import { ROOT } from './program.ts'
import { type SevadeskServer, startSevadesk } from './sevadesk-server.ts'
import { type Site, startSite } from './site.ts'
import { openSlowProxy, type SlowProxy } from './slow-proxy.ts'
import type { TestServer } from './test-server.ts'

export type Backend = 'sqlite' | 'postgresql' | 'other'

/** Panel and backend of one worker. `own` is set for our own server only. */
export interface WorkerServer {
  server: TestServer
  own?: { sevadesk: SevadeskServer; site: Site; slowProxy: SlowProxy; slowProxyUrl: string }
  stop(): Promise<void>
}

/** @param settings further settings of our own server */
export async function startWorkerServer(backend: Backend, settings: Record<string, string>): Promise<WorkerServer> {
  if (backend === 'other') {
    const server = await startOtherBackend()
    return { server, stop: () => server.stop() }
  }
  const site = await startSite()
  const proxyPort = await freePort()
  const slowProxyUrl = `http://127.0.0.1:${proxyPort}`
  const sevadesk = await startSevadesk(backend, {
    ...site.razorpay.settings,
    SITE_ORIGINS: site.url,
    PANEL_ORIGINS: slowProxyUrl,
    TRUST_FILE: join(ROOT, 'demo/src/trust/trust.json'),
    ...settings,
  })
  const slowProxy = await openSlowProxy(proxyPort, Number(new URL(sevadesk.apiUrl).port))
  return {
    server: sevadesk,
    own: { sevadesk, site, slowProxy, slowProxyUrl },
    stop: async () => {
      await slowProxy.stop()
      await sevadesk.stop()
      await site.stop()
    },
  }
}
