import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { ensureChromium } from '../scripts/browsers.mjs'
import { binPath, root } from '../scripts/install.mjs'
import { servePage } from './page-server.ts'

/** Returns the bytes of the JavaScript and CSS that a page with a form loads, each file gzipped. */
export async function weighPage(folder: string): Promise<number> {
  // Every call returns 401, so the panel shows its login screen.
  const server = await servePage(folder, (path, response) => {
    const isCall = path.startsWith('/api/')
    if (isCall) response.writeHead(401).end()
    return isCall
  })

  const browserProgram = ensureChromium()
  if (!('path' in browserProgram)) throw new Error(browserProgram.missing)
  const browser = await chromium.launch({ executablePath: browserProgram.path, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const files: Promise<number>[] = []
    page.on('response', (response) => {
      if (/\.(?:js|css)$/.test(new URL(response.url()).pathname))
        files.push(response.body().then((content) => gzipSync(content, { level: 9 }).length))
    })
    // Prevents the panel from prefetching the next screen when idle.
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

/**
 * Builds a React page with the panel's own Vite settings. Returns the output folder, which the
 * caller removes.
 */
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
