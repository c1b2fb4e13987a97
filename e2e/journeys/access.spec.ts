import { expect, type Page } from '@playwright/test'
import { navigateInPage, panelOf, signInByHttp } from '../support/panel.ts'
import { GUARDED_PATHS } from '../support/paths.ts'
import { test } from '../support/test.ts'
import type { TestServer } from '../support/test-server.ts'

const GALLERY = ['Gaushala', 'Vriddhashram', 'Eye Hospital', 'School', 'Physiotherapy', 'Nursing Hospital']
const GALLERY_PATHS = ['/gaushala', '/vriddhashram', '/eye-hospital', '/school', '/physio', '/Nursing']

/** Section keys in the specified order, with the sidebar entries and paths of each. */
const SECTIONS: [key: string, entries: string[], paths: string[]][] = [
  ['Dashboard', ['Dashboard'], ['/dashboard']],
  ['HomeVideo', ['Home Video'], ['/home-video']],
  ['Gallery', ['Gallery', ...GALLERY], GALLERY_PATHS],
  ['Events', ['Events'], ['/events']],
  ['UserInformation', ['User Information'], ['/users']],
  ['Donations', ['Donations'], ['/donations']],
  ['Message', ['User Messages'], ['/message']],
  ['Admin', ['Admin'], ['/admin']],
  ['Profile', ['Profile'], ['/profile']],
  ['UpdatePassword', ['Update Password'], ['/update-password']],
  ['LoginSessions', ['Login Sessions'], ['/login-sessions']],
  ['Gaushala', ['Gaushala'], ['/gaushala']],
  ['Vriddhashram', ['Vriddhashram'], ['/vriddhashram']],
  ['EyeHospital', ['Eye Hospital'], ['/eye-hospital']],
  ['School', ['School'], ['/school']],
  ['Physiotherapy', ['Physiotherapy'], ['/physio']],
  ['Nursing', ['Nursing Hospital'], ['/Nursing']],
]

/** The heading of each page. */
const HEADINGS: Record<string, string | RegExp> = {
  '/dashboard': /^Welcome/,
  '/home-video': 'Home Video',
  '/gaushala': 'Gaushala',
  '/vriddhashram': 'Vriddhashram',
  '/eye-hospital': 'Eye Hospital',
  '/school': 'School',
  '/physio': 'Physiotherapy',
  '/Nursing': 'Nursing Hospital',
  '/events': 'Events Management',
  '/users': 'User Information',
  '/donations': 'Donations Management',
  '/message': 'User Messages',
  '/admin': 'Admin Management',
  '/profile': 'Profile Settings',
  '/update-password': 'Update Password',
  '/login-sessions': 'Login Sessions',
}
const EVERY_PATH = [...new Set(SECTIONS.flatMap(([, , paths]) => paths))]
const EVERY_ENTRY = SECTIONS.slice(0, 11).flatMap(([, entries]) => entries)

/** Adds the cash book after Donations, and the donors' records beside User Information, else after these. */
function withDonors(entries: readonly string[], { traits }: TestServer): string[] {
  const before = ['User Information', 'Donations'].find((entry) => entries.includes(entry))
  return entries.flatMap((entry) => [
    entry,
    ...(traits.hasCashBook && entry === 'Donations' ? ['Cash book'] : []),
    ...(traits.hasDonors && entry === before ? ['Donors'] : []),
  ])
}

// The panel's routes.test.ts checks the section of every other page.
for (const key of ['Gallery', 'UserInformation']) {
  test(`an account with only ${key} opens only the pages of ${key}`, async ({ page, driver, server }) => {
    const [, entries = [], paths = []] = SECTIONS.find(([section]) => section === key) ?? []
    const username = `only-${key.toLowerCase()}`
    await server.addAdmin(username, [key])
    await signInByHttp(page, server, username)
    await page.goto('/')
    await expect(page).toHaveURL(paths[0] ?? '')
    expect(await sidebarEntries(page, driver)).toEqual([
      ...withDonors(entries, server),
      ...server.traits.extraEntries.editor,
    ])

    const refused = EVERY_PATH.filter((path) => !paths.includes(path))
    await page.goto(refused[0] ?? '')
    await expect(page).toHaveURL('/403')
    await expect(page.getByText('403 — No Access')).toBeVisible()
    for (const path of refused) {
      await navigateInPage(page, path)
      await expect(page, path).toHaveURL('/403')
      await expect(page.getByText('403 — No Access')).toBeVisible()
    }
    for (const path of paths) await expectOpen(page, path)
  })
}

test('an account with All opens every page @full @other', async ({ page, driver, server }) => {
  await server.addAdmin('holder-of-all', ['All'])
  await signInByHttp(page, server, 'holder-of-all')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  expect(await sidebarEntries(page, driver)).toEqual([
    ...withDonors(EVERY_ENTRY, server),
    ...server.traits.extraEntries.editor,
  ])
  for (const path of EVERY_PATH) await expectOpen(page, path)
})

test('a superadmin lands on the dashboard and sees the specified entries in their order, and those beyond @other', async ({
  page,
  driver,
  server,
}) => {
  await signInByHttp(page, server)
  await page.goto('/post-login')
  await expect(page).toHaveURL('/dashboard')
  const entries = await sidebarEntries(page, driver)
  const extra = server.traits.extraEntries.superadmin
  expect(entries.filter((entry) => !extra.includes(entry))).toEqual(withDonors(EVERY_ENTRY, server))
  expect(entries.filter((entry) => extra.includes(entry))).toEqual(extra)
})

test('opens the first section in the specified order, not in the order of the account', async ({ page, server }) => {
  await server.addAdmin('several', ['LoginSessions', 'School', 'Events', 'Unheard'])
  await signInByHttp(page, server, 'several')
  await page.goto('/post-login')
  await expect(page).toHaveURL('/school')
})

test('sends an admin without sections to /403 @other', async ({ page, server }) => {
  await server.addAdmin('nothing', [])
  await signInByHttp(page, server, 'nothing')
  await page.goto('/')
  await expect(page).toHaveURL('/403')
  await expect(page.getByText('403 — No Access')).toBeVisible()
  await expect(page.getByRole('main').getByText(/contact an administrator/i)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/403')
  await page.getByRole('main').getByRole('link', { name: /login/i }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('shows 404 inside the shell for an unknown path', async ({ page, server }) => {
  await signInByHttp(page, server)
  await page.goto('/no-such-page')
  await expect(page.getByText('404 - Page Not Found')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
})

test('/login and /post-login open the login screen while signed out; / opens the dashboard after login @other', async ({
  page,
  server,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.goto('/post-login')
  await expect(page).toHaveURL('/')
  await signInByHttp(page, server)
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
})

test('every guarded path redirects to the login screen while signed out @full', async ({ page, driver }) => {
  const { loginButton } = panelOf(page, driver)
  for (const path of GUARDED_PATHS) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/')
    await expect(loginButton, path).toBeVisible()
  }
})

/** Checks the heading first: until a refused page redirects, its address is right too. */
async function expectOpen(page: Page, path: string): Promise<void> {
  await navigateInPage(page, path)
  const heading = page.getByRole('main').getByRole('heading', { level: 1, name: HEADINGS[path] ?? path, exact: true })
  await expect(heading, path).toBeVisible()
  await expect(page, path).toHaveURL(path)
}

/** Opens the Gallery submenu and returns the sidebar's entries, except the logout button. */
async function sidebarEntries(...[page, driver]: Parameters<typeof panelOf>): Promise<string[]> {
  const { sidebar } = panelOf(page, driver)
  await expect(sidebar.getByRole('link').first()).toBeVisible()
  const submenu = sidebar.getByRole('button', { name: 'Gallery' })
  if ((await submenu.count()) > 0 && (await submenu.getAttribute('aria-expanded')) === 'false') await submenu.click()
  const texts = await sidebar.getByRole('link').or(sidebar.getByRole('button')).allInnerTexts()
  return texts.map((text) => text.trim()).filter((text) => text !== 'Logout')
}
