import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { createDriver } from '../support/driver.ts'
import { signInByHttp } from '../support/panel.ts'
import { addEvent } from '../support/seed-content.ts'
import { test } from '../support/test.ts'

test('shows that another tab deleted the event, and keeps the form’s input', async ({
  context,
  page,
  driver,
  inputMode,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404.*\/api\/event\//)
  await addEvent(server, 'Short-lived')
  await signInByHttp(page, server)
  await page.goto('/events')
  const here = contentOf(page, driver, 'event')
  await here.edit(here.card('Short-lived'))
  await here.fill({ title: 'Long text of mine', description: 'It took an hour' })

  const other = await context.newPage()
  await other.goto('/events')
  const there = contentOf(other, createDriver(other, inputMode), 'event')
  await there.remove(there.card('Short-lived'))
  await expect(there.card('Short-lived')).toHaveCount(0)

  await here.save.click()
  await here.expectNotSaved()
  await expect(here.problem).toContainText(/no such event|event not found/i)
  await here.expectKept({ title: 'Long text of mine', description: 'It took an hour' }, 0)
  await expect(here.card('Short-lived')).toHaveCount(0)
  await here.expectKept({ title: 'Long text of mine', description: 'It took an hour' }, 0)
})
