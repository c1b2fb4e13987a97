import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { ensureChromium } from '../scripts/chromium.mjs'
import { binPath, root } from '../scripts/install.mjs'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** JavaScript and CSS that a browser fetches until the page has its form, each file gzipped by itself, in bytes. */
export async function weighPage(folder: string): Promise<number> {
  const server = createServer((request, response) => {
    const asked = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = existsSync(asked) && statSync(asked).isFile() ? asked : join(folder, 'index.html')
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    // No backend is here: nobody is signed in, so that the login screen shows.
    if (request.url?.startsWith('/api/')) response.writeHead(401).end()
    else createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: Pick<AddressInfo, 'port'> = Object.assign({ port: 0 }, server.address())

  const found = ensureChromium()
  if (!('path' in found)) throw new Error(found.missing)
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const files: Promise<number>[] = []
    page.on('response', (response) => {
      if (/\.(?:js|css)$/.test(new URL(response.url()).pathname))
        files.push(response.body().then((content) => gzipSync(content, { level: 9 }).length))
    })
    // What the panel fetches for the next screen while the browser is idle is no part of this one.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'networkidle' })
    await page.locator('form').waitFor({ state: 'attached' })
    return (await Promise.all(files)).reduce((sum, bytes) => sum + bytes, 0)
  } finally {
    await browser.close()
    server.close()
  }
}

/** An empty React page, built by the panel's own Vite and settings. Answers its folder, to be removed by the caller. */
export function buildEmptyPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-empty-page-'))
  try {
    const args = [
      'build',
      'bench/empty-page',
      '--config',
      'panel/vite.config.ts',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ]
    execFileSync(binPath('vite'), args, { cwd: root, stdio: 'inherit' })
    return folder
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
