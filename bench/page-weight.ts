import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { ensureChromium } from '../scripts/browsers.mjs'
import { binPath, root } from '../scripts/install.mjs'
import { servePage } from './page-server.ts'

/** JavaScript and CSS that a browser fetches until the page has its form, each file gzipped by itself, in bytes. */
export async function weighPage(folder: string): Promise<number> {
  // No backend is here: nobody is signed in, so that the login screen shows.
  const server = await servePage(folder, (path, response) => {
    const isCall = path.startsWith('/api/')
    if (isCall) response.writeHead(401).end()
    return isCall
  })

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
    await page.goto(`${server.url}/`, { waitUntil: 'networkidle' })
    await page.locator('form').waitFor({ state: 'attached' })
    return (await Promise.all(files)).reduce((sum, bytes) => sum + bytes, 0)
  } finally {
    await browser.close()
    server.stop()
  }
}

/** A React page of this folder, built by the panel's own Vite and settings. Answers where it is, to be removed by the caller. */
export function buildPage(name: 'empty-page' | 'plain-gallery'): string {
  const folder = mkdtempSync(join(tmpdir(), `sevadesk-${name}-`))
  try {
    const args = [
      'build',
      `bench/${name}`,
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
