import { expect } from '@playwright/test'
import { holdToast } from '../support/axe.ts'
import { labels } from '../support/labels.ts'
import { signInByHttp } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { test } from '../support/screen-test.ts'
import { addEvent } from '../support/seed-content.ts'
import { cookieOf, listOf } from '../support/test-server.ts'

test('a form that another user has open and saves first, and Undo @full', async ({
  page,
  sevadesk,
  check,
  pageErrors,
}) => {
  pageErrors.allow(/status of 412/)
  await sevadesk.sql.all('delete from events')
  await addEvent(sevadesk, 'गोपाष्टमी', await plainPhoto('दीया.jpg', '#cc7733'))
  const [event] = await listOf(sevadesk, '/event')
  const id = String(event?._id)
  await sevadesk.addAdmin('मीरा', ['Events'])
  const headers = {
    cookie: await cookieOf(sevadesk.apiUrl, { username: 'मीरा', password: sevadesk.password }),
    origin: sevadesk.panelUrl,
  }
  const asMeera = async (path: string, init: RequestInit) => {
    const options = { ...init, headers: { ...headers, ...init.headers } }
    const response = await fetch(`${sevadesk.apiUrl}/api${path}`, options)
    expect(response.ok, await response.text()).toBe(true)
  }

  await signInByHttp(page, sevadesk)
  const body = JSON.stringify({ kind: 'event', id, formId: 'a'.repeat(32), isOpen: true })
  await asMeera('/editing', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await page.goto('/events')
  const main = page.getByRole('main')
  const form = main.getByRole('form')
  await main.getByRole('button', { name: labels.edit }).click()
  await expect(form.getByRole('status').filter({ hasText: 'मीरा' })).toBeVisible()
  await check('event form: another user edits')

  const change = new FormData()
  change.set('title', 'गोपाष्टमी और अन्नकूट')
  change.set('description', 'सुबह 9 बजे से')
  await asMeera(`/event/${id}`, { method: 'PUT', body: change })
  await form.locator('[name=title]').fill('गोपाष्टमी, गौशाला में')
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form.getByRole('radio')).toHaveCount(2)
  await holdToast(page)
  await check('event form: conflict, with its toast')
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form.locator('fieldset[data-invalid]')).toBeVisible()
  await check('event form: nothing chosen')
  await form.getByRole('radio').first().check()
  await form.getByRole('button', { name: labels.save }).click()
  await expect(form).toBeHidden()

  await main.getByRole('button', { name: labels.delete }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: labels.yesRemove, exact: true }).click()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  await dialog.getByRole('button').click()
  const undo = page.getByRole('button', { name: labels.undo, exact: true })
  await undo.hover()
  await check('events: undo')
})
