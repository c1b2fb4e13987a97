import { expect } from '@playwright/test'
import { panelOf, toastOf } from '../support/panel.ts'
import { tableOf } from '../support/table.ts'
import { test } from '../support/test.ts'

const FIRST_PASSWORD = 'Temple#2026'
const OWN_PASSWORD = 'Garland#2026'

test('accounts: add, sign in, change sections, rename, delete @other', async ({ page, driver, server, pageErrors }) => {
  pageErrors.allow(/status of 400.*\/admin\/addadmin$/)
  const panel = panelOf(page, driver)
  const list = tableOf(page, 'Admins')
  const form = page.getByRole('form')
  const pressSection = async (name: string) => {
    if (server.traits.hasDonors) await driver.press(form.getByText('Single sections'))
    await driver.press(form.getByRole('checkbox', { name, exact: true }))
  }
  const name = `kavita.${test.info().project.name}`

  await test.step('a superadmin adds an admin of School, at first with a weak password', async () => {
    await page.goto('/')
    await panel.signIn(server.username, server.password)
    await expect(page).toHaveURL('/dashboard')
    await panel.open('Admin')
    await driver.press(page.getByRole('button', { name: 'Add New Admin' }).first())
    await driver.type(form.getByLabel('Username'), name)
    await driver.type(form.getByLabel('Email'), `${name}@trust.example`)
    await driver.type(form.getByLabel('Password', { exact: true }), 'Temple')
    await pressSection('School')
    await driver.press(form.getByRole('button', { name: 'Save' }))
    await expect(toastOf(page, 'Failed to save admin')).toBeVisible()
    if (server.traits.namesFields) {
      await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    } else {
      await expect(form.getByRole('alert')).toContainText('Password must have at least 8 characters')
    }
    await driver.type(form.getByLabel('Password', { exact: true }), FIRST_PASSWORD)
    await driver.press(form.getByRole('button', { name: 'Save' }))
    await expect(toastOf(page, 'Admin added successfully')).toBeVisible()
    await expect(list.row(name)).toContainText('School, Profile, Update Password, Login Sessions')
  })

  await test.step('change the sections', async () => {
    await driver.press(list.row(name).getByRole('button', { name: /^Edit/ }))
    await pressSection('Events')
    await driver.press(form.getByRole('button', { name: 'Save' }))
    await expect(toastOf(page, 'Admin updated successfully')).toBeVisible()
    await expect(list.row(name)).toContainText('School, Events, Profile')
    await panel.logOut()
  })

  await test.step('the new admin signs in, changes the password and the username', async () => {
    await panel.signIn(name, FIRST_PASSWORD)
    await expect(page).toHaveURL('/school')
    await panel.open('Update Password')
    await driver.type(form.getByLabel('Current password', { exact: true }), FIRST_PASSWORD)
    await driver.type(form.getByLabel('New password', { exact: true }), OWN_PASSWORD)
    await driver.type(form.getByLabel('Confirm new password', { exact: true }), OWN_PASSWORD)
    await driver.press(form.getByRole('button', { name: 'Update password' }))
    await expect(toastOf(page, server.traits.passwordUpdated)).toBeVisible()
    const held = ['School', 'Events', 'Profile', 'Update Password', 'Login Sessions']
    const entries = [...held, ...server.traits.extraEntries.editor]
    if (await panel.sidebar.isVisible()) await expect(panel.sidebar.getByRole('link')).toHaveText(entries)
    await panel.open('Profile')
    await driver.press(page.getByRole('button', { name: 'Edit Profile' }))
    await driver.type(form.getByLabel('Username'), `${name}.b`)
    await driver.press(form.getByRole('button', { name: 'Save' }))
    await expect(toastOf(page, 'Profile updated successfully')).toBeVisible()
    await expect(panel.userMenu).toHaveAccessibleName(`Account of ${name}.b`)
    await expect(page.getByRole('region', { name: 'Profile' }).getByRole('listitem')).toHaveText(held)
    await panel.logOut()
  })

  await test.step('delete with confirmation and notice', async () => {
    await panel.signIn(server.username, server.password)
    await panel.open('Admin')
    const row = list.row(`${name}.b`)
    await driver.press(row.getByRole('button', { name: /^Delete/ }))
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
    await expect(question.getByRole('button')).toHaveText(['Cancel', 'Yes'])
    await driver.press(question.getByRole('button', { name: 'Yes', exact: true }))
    await driver.press(page.getByRole('alertdialog', { name: 'Deleted!' }).getByRole('button', { name: 'OK' }))
    await expect(row).toHaveCount(0)
  })
})
