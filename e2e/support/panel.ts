import { expect, type Page } from '@playwright/test'
import type { Driver } from './driver.ts'
import type { TestServer } from './test-server.ts'

/** Page object of the panel's shell, in English. */
export function panelOf(page: Page, driver: Driver) {
  const header = page.getByRole('banner')
  const sidebar = page.getByRole('navigation', { name: 'Main menu' })
  const loginButton = page.getByRole('button', { name: 'Login', exact: true })

  return {
    header,
    sidebar,
    loginButton,
    userMenu: header.getByRole('button', { name: /^Account of / }),

    async signIn(username: string, password: string) {
      await driver.type(page.getByLabel('Username'), username)
      await driver.type(page.getByLabel('Password', { exact: true }), password)
      await driver.press(loginButton)
    },

    /** Opens a page from the sidebar, or on a small screen from the drawer. */
    async open(entry: string, { under }: { under?: string } = {}) {
      const drawer = page.getByRole('button', { name: 'Open menu' })
      await expect(drawer.or(sidebar).filter({ visible: true })).toBeVisible()
      if (await drawer.isVisible()) await driver.press(drawer)
      if (under) await driver.press(sidebar.getByRole('button', { name: under }))
      await driver.press(sidebar.getByRole('link', { name: entry, exact: true }))
    },

    async logOut() {
      await driver.press(this.userMenu)
      await driver.press(page.getByRole('menuitem', { name: 'Logout' }))
      const dialog = page.getByRole('alertdialog', { name: 'Logout?' })
      await expect(dialog).toContainText('Are you sure you want to logout?')
      await driver.press(dialog.getByRole('button', { name: 'Yes, logout', exact: true }))
      await expect(toastOf(page, 'Logged out successfully')).toBeVisible()
    },
  }
}

export function toastOf(page: Page, words: string) {
  return page.getByRole('status').getByText(words, { exact: true }).last()
}

/** Signs in by HTTP, without the login screen. */
export async function signInByHttp(page: Page, server: TestServer, username = server.username): Promise<void> {
  const response = await page.request.post(`${server.apiUrl}/api/admin/login`, {
    data: { username, password: server.password },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

/** Changes the address without a page load, as Back and Forward do. */
export async function navigateInPage(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
