import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { createDriver } from '../support/driver.ts'
import { signInByHttp } from '../support/panel.ts'
import { addEvent } from '../support/seed-content.ts'
import { test } from '../support/test.ts'

test('keeps what both tabs need of an event, and the form’s input after the other tab deleted it @other', async ({
  backend,
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
  const other = await context.newPage()
  await other.goto('/events')
  const there = contentOf(other, createDriver(other, inputMode), 'event')

  // The other backend counts no versions: its other-backend.spec shows which save it keeps.
  if (backend !== 'other') {
    await test.step('the second save chooses, and leaves no draft', async () => {
      pageErrors.allow(/status of 412/)
      await there.edit(there.card('Short-lived'))
      await there.fill({ title: 'Short-lived, by the river', description: 'Bring rice' })
      await there.save.click()
      await there.expectUpdated()
      await here.fill({ title: 'Short-lived', description: 'Bring dal' })
      await here.save.click()
      await here.expectNotSaved()
      const conflict = here.form.getByRole('region', { name: 'Someone else saved a change here meanwhile.' })
      await expect(conflict.getByRole('definition')).toHaveText(['Short-lived, by the river'])
      await driver.press(conflict.getByRole('radio', { name: 'Yours', exact: true }))
      await here.save.click()
      await here.expectUpdated()
      await other.reload()
      await expect(there.card('Short-lived, by the river')).toContainText('Bring dal')
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([])
      await here.edit(here.card('Short-lived'))
    })
  }

  await here.fill({ title: 'Long text of mine', description: 'It took an hour' })
  await there.remove(there.card('Short-lived'))
  await expect(there.card('Short-lived')).toHaveCount(0)

  await here.save.click()
  await here.expectNotSaved()
  await expect(here.problem).toContainText(/no such event|event not found/i)
  await here.expectKept({ title: 'Long text of mine', description: 'It took an hour' }, 0)
  await expect(here.card('Short-lived')).toHaveCount(0)
  await here.expectKept({ title: 'Long text of mine', description: 'It took an hour' }, 0)
})
