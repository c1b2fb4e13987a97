// `npm run screenshot`: takes the README's pictures of the sample in a browser, without using
// ./data.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { ensureChromium } from './browsers.mjs'
import { buildIfStale } from './builds.mjs'
import { freePort } from './free-port.ts'
import { node26, root } from './install.mjs'
import { serverArguments, serverEnvironment } from './server-program.mjs'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ file: string, path: string, ready: string, options?: import('@playwright/test').BrowserContextOptions, language?: string }} Shot */

const ACCOUNT = { username: 'sevadesk', password: 'Picture#2026' }
const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** @type {Shot[]} `ready` selects an element that must be visible first */
const SHOTS = [
  { file: 'dashboard', path: '/dashboard', ready: 'main li' },
  { file: 'dashboard-dark', path: '/dashboard', ready: 'main li', options: { colorScheme: 'dark' } },
  { file: 'donations', path: '/donations', ready: 'main a[href^="mailto:"]' },
  { file: 'gallery', path: '/gaushala', ready: 'main img' },
  { file: 'gallery-phone-hindi', path: '/gaushala', ready: 'main img', options: PHONE, language: 'hi' },
]

const target = join(root, 'docs/pictures')
mkdirSync(target, { recursive: true })
if (!buildIfStale()) process.exit(1)
const browserProgram = ensureChromium()
if (!('path' in browserProgram)) throw new Error(browserProgram.missing)

const dataDir = mkdtempSync(join(tmpdir(), 'sevadesk-screenshot-'))
const port = await freePort()
const url = `http://localhost:${port}`
const server = spawn(node26, [...serverArguments(), '--demo'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    ...serverEnvironment(),
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ADMIN_USERNAME: ACCOUNT.username,
    ADMIN_PASSWORD: ACCOUNT.password,
    TRUST_NAME: 'Shri Karuna Seva Trust',
    LOG_LEVEL: 'warn',
  },
})
const browser = await chromium.launch({
  executablePath: browserProgram.path,
  args: ['--no-sandbox', '--font-render-hinting=none'],
})
try {
  await untilHealthy()
  for (const shot of SHOTS) await take(shot)
} finally {
  await browser.close()
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

/** @param {Shot} shot */
async function take({ file, path, ready, options = {}, language = 'en' }) {
  const context = await browser.newContext({
    ...DESKTOP,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    ...options,
  })
  await context.addInitScript(`localStorage.setItem('sevadesk_language', '${language}')`)
  const response = await context.request.post(`${url}/api/admin/login`, { data: ACCOUNT, headers: { origin: url } })
  if (!response.ok()) throw new Error(`The sign-in returned ${response.status()}.`)
  const page = await context.newPage()
  await page.goto(`${url}${path}`)
  await page.locator(ready).first().waitFor()
  await page.waitForLoadState('networkidle')
  // A palette keeps flat colours exact at a third of the file size.
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, quality: 92, effort: 10 })
    .toBuffer()
  writeFileSync(join(target, `${file}.png`), picture)
  console.log(`docs/pictures/${file}.png, ${Math.round(picture.length / 1000)} kB`)
  await context.close()
}

async function untilHealthy() {
  while (server.exitCode === null) {
    const isWell = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isWell) return
    await wait(100)
  }
  throw new Error('The server ended before it responded.')
}
