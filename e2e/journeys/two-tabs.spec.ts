import { expect } from '@playwright/test'
import { contentOf } from '../support/content.ts'
import { handsOf } from '../support/hands.ts'
import { signInByHttp } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { addEvent } from '../support/seed-content.ts'
import { test } from '../support/test.ts'

test('two tabs edit one event: the later save stands, with its picture, and no file is left over', async ({
  context,
  page,
  hands,
  means,
  stand,
}) => {
  await addEvent(stand, 'Harvest feast', await plainPhoto('feast.jpg', '#997733'))
  const known = await stand.eventPaths()
  await signInByHttp(page, stand)
  const other = await context.newPage()
  const [here, there] = [contentOf(page, hands, 'event'), contentOf(other, handsOf(other, means), 'event')]
  for (const [tab, events] of [
    [page, here],
    [other, there],
  ] as const) {
    await tab.goto('/events')
    await events.edit(events.card('Harvest feast'))
  }

  await here.fill({ title: 'Feast, said here', description: 'First' })
  await here.pickFiles([await plainPhoto('here.jpg', '#228844')])
  await here.save.click()
  await here.expectUpdated()
  const first = await stand.eventPaths()

  await there.expectKept({ title: 'Harvest feast', description: '(Harvest feast)' }, 0)
  await there.fill({ title: 'Feast, said there', description: 'Second' })
  await there.pickFiles([await plainPhoto('there.jpg', '#2244aa')])
  await there.save.click()
  await there.expectUpdated()

  const last = await stand.eventPaths()
  expect(last).toHaveLength(known.length)
  for (const path of [...known, ...first].filter((gone) => !last.includes(gone))) {
    await expect.poll(() => stand.hasFile(path), path).toBe(false)
  }
  await page.reload()
  for (const events of [here, there]) {
    await expect(events.card('Feast, said there')).toHaveCount(1)
    await expect(events.card('Feast, said there')).toContainText('Second')
    await expect(events.card('Feast, said here')).toHaveCount(0)
    const image = events.card('Feast, said there').locator('img')
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  }
})

test('deleted in one tab while the other edits: that is said, and what was typed stays', async ({
  context,
  page,
  hands,
  means,
  stand,
  watch,
}) => {
  watch.tolerate(/status of 404.*\/api\/event\//)
  await addEvent(stand, 'Short-lived')
  await signInByHttp(page, stand)
  await page.goto('/events')
  const here = contentOf(page, hands, 'event')
  await here.edit(here.card('Short-lived'))
  await here.fill({ title: 'Long text of mine', description: 'It took an hour' })

  const other = await context.newPage()
  await other.goto('/events')
  const there = contentOf(other, handsOf(other, means), 'event')
  await there.remove(there.card('Short-lived'))
  await expect(there.card('Short-lived')).toHaveCount(0)

  await here.save.click()
  await here.expectNotSaved()
  await expect(here.problem).toContainText(/no such event|event not found/i)
  await here.expectKept({ title: 'Long text of mine', description: 'It took an hour' }, 0)
  await expect(here.card('Short-lived')).toHaveCount(0)
  await here.expectKept({ title: 'Long text of mine', description: 'It took an hour' }, 0)
})
