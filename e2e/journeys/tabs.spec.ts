import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { createDriver } from '../support/driver.ts'
import { panelOf, signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'
import { listOf } from '../support/test-server.ts'

test('two users in one browser: no tab shows or sends the other user’s work', async ({
  context,
  page,
  driver,
  inputMode,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40[13]/)
  await server.addAdmin('first', ['Events', 'Profile'])
  await server.addAdmin('second', ['Events', 'Profile'])
  await signInByHttp(page, server, 'first')
  await page.goto('/profile')
  const other = await context.newPage()
  const there = panelOf(other, createDriver(other, inputMode))
  const here = panelOf(page, driver)
  const events = contentOf(page, driver, 'event')
  const startForm = async () => {
    await driver.press(events.addButton)
    await events.fill({ title: 'Of the first', description: 'Typed by them' })
  }

  await test.step('shows the login screen when the other tab logs out', async () => {
    await here.open('Events')
    await startForm()
    await other.goto('/events')
    await there.userMenu.click()
    await other.getByRole('menuitem', { name: 'Logout' }).click()
    await other.getByRole('button', { name: 'Yes, logout' }).click()
    const question = other.getByRole('alertdialog', { name: 'Leave without saving?' })
    await expect(question).toContainText('You have unsaved changes in another tab of this browser.')
    await question.getByRole('button', { name: 'Yes, logout' }).click()
    await expect(page.getByLabel('Username')).toHaveValue('')
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page.getByLabel('Username')).toBeVisible()
    await expect(page.getByText('first')).toHaveCount(0)
  })

  await test.step('covers this tab when another user signs in in the other tab, and discards the form only after confirmation', async () => {
    await here.signIn('first', server.password)
    await expect(page).toHaveURL('/events')
    await startForm()
    await other.goto('/?login=again')
    await there.signIn('second', server.password)
    const cover = page.getByRole('alertdialog', { name: 'second is logged in now' })
    await expect(cover).toBeVisible()
    await expect(page.getByText('Of the first')).toBeHidden()
    await expect(events.title).toBeHidden()

    await driver.press(cover.getByRole('button', { name: 'Sign in as first again' }))
    await driver.type(cover.getByLabel('Password', { exact: true }), server.password)
    await driver.press(cover.getByRole('button', { name: 'Login', exact: true }))
    await expect(cover).toHaveCount(0)
    await expect(events.title).toHaveValue('Of the first')

    const coverThere = other.getByRole('alertdialog', { name: 'first is logged in now' })
    await coverThere.getByRole('button', { name: 'Sign in as second again' }).click()
    await coverThere.getByLabel('Password', { exact: true }).fill(server.password)
    await coverThere.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(coverThere).toHaveCount(0)
    await driver.press(cover.getByRole('button', { name: 'Continue as second' }))
    await expect(here.userMenu).toHaveAccessibleName('Account of second')
    await expect(events.form).toHaveCount(0)
    await expect(here.sidebar.getByRole('link')).toHaveText(['Events', 'Profile', 'Trash'])
    expect((await listOf(server, '/event')).map(({ title }) => title)).not.toContain('Of the first')
  })
})
