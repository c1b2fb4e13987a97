import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import type { NamedHosts } from '../engines/engine.ts'
import { startRazorpay } from '../support/fake-razorpay.ts'
import { ROOT } from '../support/program.ts'
import { type SevadeskServer, startSevadesk } from '../support/sevadesk-server.ts'
import { type Certificates, makeCertificates } from './certificates.ts'
import { openConnectProxy } from './connect-proxy.ts'
import { openRequestLog, type RequestLog } from './request-log.ts'
import { startWebServer, type WebServerName } from './web-server.ts'

export interface Layout {
  webServer: WebServerName
  /** Host of the API; the panel's host is `panel.test`. */
  apiHost: 'api.test' | 'api.panel.test'
  sessionCookie: 'same-site' | 'cross-site'
}

/** The panel on one host and our server on another, both over TLS as docs/another-host says. */
export interface CrossHostServer {
  panelUrl: string
  apiUrl: string
  /** The proxy through which a browser reaches the hosts. */
  hosts: NamedHosts
  certificates: Certificates
  /** TLS port of the web server, for clients that do not use the proxy. */
  tlsPort: number
  requestLog: RequestLog
  sevadesk: SevadeskServer
  razorpay: Awaited<ReturnType<typeof startRazorpay>>
  stop(): Promise<void>
}

export async function startCrossHostServer(layout: Layout): Promise<CrossHostServer> {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    return { ...(await start(layout, undo)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Adds a function to `undo` for each part that it starts. */
async function start({ webServer, apiHost, sessionCookie }: Layout, undo: (() => unknown)[]) {
  const panelHost = 'panel.test'
  const names = [panelHost, apiHost]
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-cross-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const certificates = makeCertificates(folder, names)
  const panelFolder = join(folder, 'site')
  mkdirSync(panelFolder)
  symlinkSync(join(ROOT, 'panel/dist'), join(panelFolder, 'panel'))
  const config = { apiHost: `https://${apiHost}`, trustName: 'A Trust Elsewhere' }
  writeFileSync(join(panelFolder, 'config.json'), JSON.stringify(config))

  const started = <Part extends { stop(): Promise<void> }>(part: Part): Part => {
    undo.push(() => part.stop())
    return part
  }
  const razorpay = started(await startRazorpay())
  const settings = {
    PANEL_ORIGINS: `https://${panelHost}`,
    TRUSTED_PROXIES: '127.0.0.1',
    SESSION_COOKIE: sessionCookie,
    ...razorpay.settings,
  }
  const sevadesk = started(await startSevadesk('sqlite', settings))
  const serverPort = await freePort()
  const requestLog = started(await openRequestLog(serverPort, Number(new URL(sevadesk.apiUrl).port)))
  const own = { folder: join(folder, webServer), panelHost, apiHost, panelFolder, serverPort, certificates }
  const { port: tlsPort } = started(await startWebServer(webServer, own))
  const { port: proxyPort } = started(await openConnectProxy(names, tlsPort))
  const urls = { panelUrl: `https://${panelHost}`, apiUrl: `https://${apiHost}` }
  return { ...urls, hosts: { proxyPort }, certificates, tlsPort, requestLog, sevadesk, razorpay }
}
