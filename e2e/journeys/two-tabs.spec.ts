import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { createDriver } from '../support/driver.ts'
import { signInByHttp } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { addEvent } from '../support/seed-content.ts'
import { test } from '../support/test.ts'

test('two tabs edit one event: the later save wins, with its picture, and leaves no unused file @full', async ({
  context,
  page,
  driver,
  inputMode,
  server,
}) => {
  await addEvent(server, 'Harvest feast', await plainPhoto('feast.jpg', '#997733'))
  const existing = await server.eventPaths()
  await signInByHttp(page, server)
  const other = await context.newPage()
  const [here, there] = [contentOf(page, driver, 'event'), contentOf(other, createDriver(other, inputMode), 'event')]
  for (const [tab, events] of [
    [page, here],
    [other, there],
  ] as const) {
    await tab.goto('/events')
    await events.edit(events.card('Harvest feast'))
  }

  await here.fill({ title: 'Feast, first tab', description: 'First' })
  await here.pickFiles([await plainPhoto('here.jpg', '#228844')])
  await here.save.click()
  await here.expectUpdated()
  const first = await server.eventPaths()

  await there.expectKept({ title: 'Harvest feast', description: '(Harvest feast)' }, 0)
  await there.fill({ title: 'Feast, second tab', description: 'Second' })
  await there.pickFiles([await plainPhoto('there.jpg', '#2244aa')])
  await there.save.click()
  await there.expectUpdated()

  const last = await server.eventPaths()
  expect(last).toHaveLength(existing.length)
  for (const path of [...existing, ...first].filter((gone) => !last.includes(gone))) {
    await expect.poll(() => server.hasFile(path), path).toBe(false)
  }
  await page.reload()
  for (const events of [here, there]) {
    await expect(events.card('Feast, second tab')).toHaveCount(1)
    await expect(events.card('Feast, second tab')).toContainText('Second')
    await expect(events.card('Feast, first tab')).toHaveCount(0)
    const image = events.card('Feast, second tab').locator('img')
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  }
})

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
