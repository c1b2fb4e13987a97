import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NamedHosts } from '../engines/engine.ts'
import { startRazorpay } from '../support/fake-razorpay.ts'
import { freePort, ROOT } from '../support/program.ts'
import { type SevadeskStand, startSevadesk } from '../support/sevadesk-stand.ts'
import { type Certificates, makeCertificates } from './certificates.ts'
import { openNameLine } from './name-line.ts'
import { startWebServer, type WebServerName } from './web-server.ts'
import { openWire, type Wire } from './wire.ts'

export interface Layout {
  webServer: WebServerName
  /** Beside `panel.test`. */
  apiHost: 'api.test' | 'api.panel.test'
  sessionCookie: 'same-site' | 'cross-site'
}

/** The built panel on one host and our server on another, both over TLS by a web server as docs/another-host sets it up. */
export interface CrossStand {
  panelUrl: string
  apiUrl: string
  /** How a browser reaches them. */
  hosts: NamedHosts
  certificates: Certificates
  /** Of TLS, for a client that brings the name itself. */
  tlsPort: number
  wire: Wire
  sevadesk: SevadeskStand
  razorpay: Awaited<ReturnType<typeof startRazorpay>>
  stop(): Promise<void>
}

export async function startCrossStand({ webServer, apiHost, sessionCookie }: Layout): Promise<CrossStand> {
  const panelHost = 'panel.test'
  const names = [panelHost, apiHost]
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-cross-'))
  const certificates = makeCertificates(folder, names)
  const panelFolder = join(folder, 'site')
  mkdirSync(panelFolder)
  symlinkSync(join(ROOT, 'panel/dist'), join(panelFolder, 'panel'))
  const config = { apiHost: `https://${apiHost}`, trustName: 'A Trust Elsewhere' }
  writeFileSync(join(panelFolder, 'config.json'), JSON.stringify(config))

  const razorpay = await startRazorpay()
  const sevadesk = await startSevadesk('sqlite', {
    PANEL_ORIGINS: `https://${panelHost}`,
    TRUSTED_PROXIES: '127.0.0.1',
    SESSION_COOKIE: sessionCookie,
    ...razorpay.settings,
  })
  const serverPort = await freePort()
  const wire = await openWire(serverPort, Number(new URL(sevadesk.apiUrl).port))
  const own = { folder: join(folder, webServer), panelHost, apiHost, panelFolder, serverPort, certificates }
  const web = await startWebServer(webServer, own)
  const line = await openNameLine(names, web.port)
  return {
    panelUrl: `https://${panelHost}`,
    apiUrl: `https://${apiHost}`,
    hosts: { proxyPort: line.port },
    certificates,
    tlsPort: web.port,
    wire,
    sevadesk,
    razorpay,
    stop: async () => {
      await line.stop()
      await web.stop()
      await wire.stop()
      await sevadesk.stop()
      await razorpay.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
