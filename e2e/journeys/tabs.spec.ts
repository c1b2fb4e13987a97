import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { createDriver } from '../support/driver.ts'
import { panelOf, signInByHttp } from '../support/panel.ts'
import { test } from '../support/test.ts'
import { endSessions, listOf } from '../support/test-server.ts'

test('two people in one browser: no tab shows or sends what is the other one’s', async ({
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

  await test.step('a logout in the other tab leaves nothing here', async () => {
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

  await test.step('somebody else takes over in the other tab', async () => {
    await here.signIn('first', server.password)
    await expect(page).toHaveURL('/events')
    await startForm()
    await other.goto('/?login=again')
    await there.signIn('second', server.password)
    await expect(here.userMenu).toHaveAccessibleName('Account of second')
    await expect(page.getByText('second is logged in now. What was not saved before is gone.')).toBeVisible()
    await expect(events.form).toHaveCount(0)
    await expect(here.sidebar.getByRole('link')).toHaveText(['Events', 'Profile'])
    expect((await listOf(server, '/event')).map(({ title }) => title)).not.toContain('Of the first')
  })
})

test('a session that was ended elsewhere is told of without a click, and one login brings all tabs back to their work', async ({
  context,
  page,
  driver,
  inputMode,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/status of 401/)
  await signInByHttp(page, server)
  const other = await context.newPage()
  const tabs = [page, other].map((tab) => ({
    tab,
    events: contentOf(tab, createDriver(tab, inputMode), 'event'),
    dialog: tab.getByRole('dialog', { name: 'Please log in again' }),
  }))
  for (const { tab, events } of tabs) {
    await tab.goto('/events')
    await events.addButton.click()
    await events.fill({ title: 'Half a title', description: 'Half a sentence' })
  }
  await endSessions(server)
  for (const { tab, dialog } of tabs) {
    await expect(async () => {
      await tab.evaluate(() => dispatchEvent(new Event('focus'))) // what coming back to a window does
      await expect(dialog).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 10_000 })
  }
  await panelOf(page, driver).signIn(server.username, server.password)
  for (const { events, dialog } of tabs) {
    await expect(dialog).toHaveCount(0)
    await expect(events.title).toHaveValue('Half a title')
  }
  await tabs[1]?.events.save.click()
  await tabs[1]?.events.expectAdded()
})
