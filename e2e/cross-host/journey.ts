import { expect, type Page } from '@playwright/test'
import { type Engine, runIn } from '../engines/engine.ts'
import { expectNoPageErrors, recordPageErrors } from '../engines/engine-test.ts'
import { button, card, field, words } from '../engines/screen.ts'
import { createDriver } from '../support/driver.ts'
import { panelOf } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import type { CrossHostServer } from './cross-host-server.ts'
import type { LoggedRequest } from './request-log.ts'

const ACCOUNT = "//button[starts-with(@aria-label, 'Account of')]"
export const TOKEN_KEY = 'admin_token'
export const OLD_TOKEN = 'left-from-an-earlier-visit'
/** A file on the panel's origin that does not start the panel. */
const NO_PAGE = '/favicon.svg'

/** What a browser sent in each phase of a visit. */
export interface RequestsByPhase {
  login: LoggedRequest[]
  work: LoggedRequest[]
  logout: LoggedRequest[]
  afterwards: LoggedRequest[]
  /** The stored token at the start, while signed in and after the logout. */
  tokens: [start: string | null, signedIn: string | null, end: string | null]
}

/** Signs in, adds a photo, checks that it loads, and logs out. */
export async function runJourney(
  engine: Engine,
  { panelUrl, apiUrl, requestLog, sevadesk }: CrossHostServer,
): Promise<RequestsByPhase> {
  const token = () => runIn(engine, (key) => localStorage.getItem(key), TOKEN_KEY)
  const title = `Calf of ${engine.version}`
  await engine.open(panelUrl + NO_PAGE)
  await runIn(engine, (key, value) => localStorage.setItem(key, value), TOKEN_KEY, OLD_TOKEN)
  await engine.open(panelUrl)
  await engine.waitFor(button('Login'))
  const atStart = await token()
  await recordPageErrors(engine)
  requestLog.take()

  await engine.type(field('Username'), sevadesk.username)
  await engine.type(field('Password'), sevadesk.password)
  await engine.click(button('Login'))
  await engine.waitFor(ACCOUNT)
  const signedIn = await token()
  const login = requestLog.take()

  await expectNoPageErrors(engine)
  await engine.open(`${panelUrl}/gaushala`)
  await engine.click(button('Add New Photo'))
  await recordPageErrors(engine)
  await engine.type(field('Title'), title)
  await engine.chooseFile("//form//input[@type='file']", await plainPhoto('calf.jpg', '#886644'))
  await engine.waitFor(words('calf.jpg'))
  await engine.click("//form//button[@type='submit']")
  await engine.waitFor(card(title))
  await expect.poll(() => runIn(engine, widthOfPicture, title)).toBeGreaterThan(0)
  await expectNoPageErrors(engine)
  const done = requestLog.take()

  await engine.click(ACCOUNT)
  await engine.click("//*[@role='menuitem'][normalize-space()='Logout']")
  await engine.click(button('Yes, logout'))
  await engine.waitFor(words('Logged out successfully'))
  const logout = requestLog.take()
  const atEnd = await token()
  await runIn(engine, requestCurrentAdmin, apiUrl)
  return { login, work: done, logout, afterwards: requestLog.take(), tokens: [atStart, signedIn, atEnd] }
}

/** Signs in, reloads and logs out, in Chromium with the identity of a device. */
export async function runShortJourney(
  page: Page,
  { panelUrl, apiUrl, requestLog, sevadesk }: CrossHostServer,
): Promise<RequestsByPhase> {
  const panel = panelOf(page, createDriver(page, 'mouse'))
  const token = () => page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)
  await page.goto(panelUrl)
  await expect(panel.loginButton).toBeVisible()
  const atStart = await token()
  requestLog.take()
  await submitLogin(page, sevadesk)
  await expect(panel.userMenu).toBeVisible()
  const signedIn = await token()
  const login = requestLog.take()
  await page.reload()
  await expect(panel.userMenu).toBeVisible()
  const work = requestLog.take()
  await panel.logOut()
  const logout = requestLog.take()
  const atEnd = await token()
  await page.evaluate(requestCurrentAdmin, apiUrl)
  return { login, work, logout, afterwards: requestLog.take(), tokens: [atStart, signedIn, atEnd] }
}

/** Submits the login form; the caller checks the result. */
export async function signInAs(page: Page, { panelUrl, sevadesk }: CrossHostServer): Promise<void> {
  await page.goto(panelUrl)
  await submitLogin(page, sevadesk)
}

async function submitLogin(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Makes a call without the panel, with the cookies that the browser still has. */
async function requestCurrentAdmin(apiUrl: string): Promise<void> {
  await fetch(`${apiUrl}/api/admin/me`, { credentials: 'include' })
}

function widthOfPicture(title: string): number {
  const cards = [...document.querySelectorAll('article')]
  const image = cards.find((each) => each.querySelector('h2')?.textContent?.trim() === title)?.querySelector('img')
  return image?.naturalWidth ?? 0
}
