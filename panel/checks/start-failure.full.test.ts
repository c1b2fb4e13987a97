import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type Browser, chromium, type Page, type Route } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltPanel, readBuiltPanel } from './built-panel.ts'

const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const panel = readBuiltPanel()
let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(existsSync(installed) && { executablePath: installed }),
  })
})
afterAll(() => browser.close())

const entry = () => fileOf(({ isEntry }) => isEntry)
const login = () => fileOf(({ name }) => name === 'start')
const events = () => fileOf(({ facadeModuleId }) => facadeModuleId?.endsWith('/events-page.tsx') ?? false)

test.each([
  ['the script that starts it', entry],
  ['the login screen', login],
])('shows an error in both languages and a link to reload if %s fails to load', async (_what, find) => {
  const { page, site } = await openSite()
  site.unreachable = find()
  await page.goto('http://panel.example/')
  const failure = page.getByRole('alert')
  await failure.waitFor()
  expect(await failure.textContent()).toContain('The panel could not be loaded.')
  expect(await failure.textContent()).toContain('पैनल खुल नहीं पाया।')
  await Promise.all([page.waitForEvent('domcontentloaded'), page.getByRole('link', { name: 'Reload' }).click()])
  await page.close()
})

test.each([
  ['the app', () => fileOf(({ name }) => name === 'app')],
  ['its texts', () => fileOf(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/screens/en.po')))],
])('shows the error to a signed-in user if %s fails to load', async (_what, find) => {
  const { page, site } = await openSite({ isSignedIn: true })
  site.unreachable = find()
  await page.goto('http://panel.example/profile')
  await page.getByText('The panel could not be loaded.').waitFor()
  expect(await page.getByText('Checking authentication...').count()).toBe(0)
  await page.close()
})

test('an old page from the browser’s cache reloads once if its script is gone', async () => {
  const { page, site } = await openSite()
  site.cachedPage = panel.page.replaceAll(entry(), 'assets/old.js')
  await page.goto('http://panel.example/')
  await page.getByLabel('Username').waitFor()
  expect(site.pages).toBe(2)
  await page.close()
})

test('an old script from the browser’s cache reloads the page once if the login screen is gone', async () => {
  const { page, site } = await openSite()
  site.cachedPage = panel.page.replaceAll(entry(), 'assets/old.js')
  const code = panel.chunks.find(({ isEntry }) => isEntry)?.code ?? ''
  site.scripts['assets/old.js'] = code.replaceAll(basename(login()), 'gone.js')
  await page.goto('http://panel.example/')
  await page.getByLabel('Username').waitFor()
  expect(site.pages).toBe(2)
  await page.close()
})

test('reloads only once if the reload does not help', async () => {
  const { page, site } = await openSite()
  site.gone = entry()
  await page.goto('http://panel.example/')
  await page.getByRole('alert').waitFor()
  expect(site.pages).toBe(2)
  await page.close()
})

test('a screen that a newer panel has replaced opens after one reload', async () => {
  const { page, site } = await openProfile()
  site.gone = events()
  site.page = panel.page.replaceAll(entry(), 'assets/newer.js')
  site.scripts['assets/newer.js'] = 'document.title = "newer panel"'
  await page.getByRole('link', { name: 'Events' }).click()
  await page.waitForFunction(() => document.title === 'newer panel')
  expect(new URL(page.url()).pathname).toBe('/events')
  expect(site.pages).toBe(2)
  await page.close()
})

test('shows an error when a screen fails to load, and loads it with the page once the server responds', async () => {
  const { page, site } = await openProfile()
  site.unreachable = events()
  await page.getByRole('link', { name: 'Events' }).click()
  await page.getByText('This page could not be loaded.').waitFor()
  site.unreachable = '-'
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Events Management' }).waitFor()
  await page.close()
})

/** A web server with the built panel. */
interface Site {
  page: string
  /** An older page that the browser's cache still has for the first load. */
  cachedPage: string | undefined
  /** How often the page was loaded. */
  pages: number
  scripts: Record<string, string>
  /** A file that returns 404. */
  gone: string
  /** A file whose requests fail. */
  unreachable: string
}

async function openSite({ isSignedIn = false } = {}): Promise<{ page: Page; site: Site }> {
  const site: Site = {
    page: panel.page,
    cachedPage: undefined,
    pages: 0,
    scripts: {},
    gone: '-',
    unreachable: '-',
  }
  const page = await browser.newPage({ locale: 'en-IN' })
  await page.route('**/*', (route) => fulfill(route, site, isSignedIn))
  return { page, site }
}

/** Opens a site at a screen of a signed-in user. */
async function openProfile() {
  const { page, site } = await openSite({ isSignedIn: true })
  await page.goto('http://panel.example/profile')
  await page.getByRole('heading', { level: 1, name: 'Profile Settings' }).waitFor()
  return { page, site }
}

async function fulfill(route: Route, site: Site, isSignedIn: boolean): Promise<void> {
  const name = new URL(route.request().url()).pathname.slice(1)
  const chunk = panel.chunks.find(({ fileName }) => fileName === name)
  const style = panel.styles.find(({ fileName }) => fileName === name)
  const script = site.scripts[name] ?? chunk?.code ?? (name === panel.firstPaint?.fileName && panel.firstPaint.source)
  if (name === site.unreachable) await route.abort()
  else if (name === site.gone) await route.fulfill({ status: 404 })
  else if (script) await route.fulfill({ contentType: 'text/javascript', body: script })
  else if (style) await route.fulfill({ contentType: 'text/css', body: style.source })
  else if (name === 'api/admin/me' && isSignedIn) {
    await route.fulfill({ json: { _id: '1', username: 'seva', role: 'superadmin' } })
  } else if (name.startsWith('api/')) await route.fulfill({ status: isSignedIn ? 200 : 401, json: [] })
  else if (name.includes('.')) await route.fulfill({ status: 404 })
  else {
    const isLoad = route.request().isNavigationRequest()
    if (isLoad) site.pages += 1
    const body = isLoad && site.pages === 1 ? (site.cachedPage ?? site.page) : site.page
    await route.fulfill({ contentType: 'text/html', body })
  }
}

function fileOf(isWanted: (chunk: BuiltPanel['chunks'][number]) => boolean): string {
  const chunk = panel.chunks.find(isWanted)
  if (!chunk) throw new Error('The build has no such file.')
  return chunk.fileName
}
