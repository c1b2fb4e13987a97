import { existsSync, readFileSync } from 'node:fs'
import { type Browser, chromium, type Route } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltPanel, buildPanel } from './built-panel.ts'

const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

let panel: BuiltPanel
let browser: Browser
beforeAll(async () => {
  panel = await buildPanel()
  browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(existsSync(installed) && { executablePath: installed }),
  })
})
afterAll(() => browser.close())

test.each([
  ['the script that starts it', () => panel.chunks.find(({ isEntry }) => isEntry)],
  ['its language', () => panel.chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/locales/en.po')))],
])('the panel shows an error in both languages and a link to reload if %s fails to load', async (_what, find) => {
  const missing = find()?.fileName
  expect(missing).toBeDefined()
  const page = await browser.newPage({ locale: 'en-IN' })
  await page.route('**/*', (route) => fulfill(route, missing))
  await page.goto('http://panel.example/')
  const failure = page.getByRole('alert')
  await failure.waitFor()
  expect(await failure.textContent()).toContain('The panel could not be loaded.')
  expect(await failure.textContent()).toContain('पैनल खुल नहीं पाया।')
  await Promise.all([page.waitForEvent('domcontentloaded'), page.getByRole('link', { name: 'Reload' }).click()])
  await page.close()
})

async function fulfill(route: Route, missing: string | undefined): Promise<void> {
  const name = new URL(route.request().url()).pathname.slice(1)
  const chunk = panel.chunks.find(({ fileName }) => fileName === name)
  const style = panel.styles.find(({ fileName }) => fileName === name)
  if (name === missing) await route.abort()
  else if (name === '') await route.fulfill({ contentType: 'text/html', body: panel.page })
  else if (chunk) await route.fulfill({ contentType: 'text/javascript', body: chunk.code })
  else if (style) await route.fulfill({ contentType: 'text/css', body: style.source })
  else if (name === 'first-paint.js') await route.fulfill({ contentType: 'text/javascript', body: firstPaint })
  else await route.fulfill({ status: 404 })
}

const firstPaint = readFileSync(new URL('../public/first-paint.js', import.meta.url), 'utf8')
