import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { createDriver } from '../support/driver.ts'
import { signInByHttp, toastOf } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { addEvent } from '../support/seed-content.ts'
import { test } from '../support/test.ts'

test('two people edit one event: the second, on a phone and by keyboard, keeps what both need @full @pg', async ({
  browser,
  baseURL,
  page,
  driver,
  sevadesk,
  pageErrors,
}) => {
  pageErrors.allow(/status of 412/)
  await sevadesk.addAdmin('meera', ['Events'])
  await sevadesk.addAdmin('arjun', ['Events'])
  await addEvent(sevadesk, 'Harvest feast', await plainPhoto('feast.jpg', '#997733'))
  const existing = await sevadesk.eventPaths()
  const phone = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 360, height: 740 } })
  const second = await phone.newPage()
  const keyboard = createDriver(second, 'keyboard')
  const [here, there] = [contentOf(page, driver, 'event'), contentOf(second, keyboard, 'event')]
  const conflict = there.form.getByRole('region', { name: 'Someone else saved a change here meanwhile.' })
  const side = (field: string, name: string) =>
    conflict.getByRole('group', { name: field }).getByRole('radio', { name, exact: true })

  await test.step('the second sees that the first edits too', async () => {
    await signInByHttp(page, sevadesk, 'meera')
    await page.goto('/events')
    await here.edit(here.card('Harvest feast'))
    await signInByHttp(second, sevadesk, 'arjun')
    await second.goto('/events')
    await there.edit(there.card('Harvest feast'))
    await expect(there.form.getByRole('status')).toContainText([/meera is editing since \d\d:\d\d [AP]M/])
  })

  await test.step('the first saves; the second is refused and keeps text and picture', async () => {
    await here.fill({ title: 'Feast of the first', description: 'Bring rice' })
    await here.pickFiles([await plainPhoto('here.jpg', '#228844')])
    await driver.press(here.save)
    await here.expectUpdated()
    await keyboard.type(there.title, 'Feast of the second')
    await there.pickFiles([await plainPhoto('there.jpg', '#2244aa')])
    await keyboard.press(there.save)
    await expect(toastOf(second, 'Failed to save event')).toBeVisible()
    await expect(conflict).toBeFocused()
    await there.expectKept({ title: 'Feast of the second', description: 'Bring rice' }, 1)
    await expect(conflict.getByRole('definition')).toHaveText(['Bring rice'])
  })

  await test.step('a third save in between asks again, only for what it changed', async () => {
    await keyboard.press(side('Title', 'Yours'))
    await keyboard.press(side('Picture', 'Yours'))
    await second.keyboard.press('ArrowDown')
    await expect(side('Picture', 'Theirs')).toBeChecked()
    await here.edit(here.card('Feast of the first'))
    await here.fill({ title: 'Feast of the first', description: 'Bring rice and dal' })
    await driver.press(here.save)
    await here.expectUpdated()
    await keyboard.press(there.save)
    await expect(conflict.getByRole('definition')).toHaveText(['Bring rice and dal'])
    await expect(conflict.getByRole('radio')).toHaveCount(0)
    await keyboard.press(there.save)
    await there.expectUpdated()
  })

  await test.step('both see one event with the chosen title, text and picture', async () => {
    await page.reload()
    for (const events of [here, there]) {
      await expect(events.card('Feast of the second')).toContainText('Bring rice and dal')
      await expect(events.card('Feast of the first')).toHaveCount(0)
    }
    const paths = await sevadesk.eventPaths()
    expect(paths).toHaveLength(existing.length)
    for (const path of paths) expect(await sevadesk.hasFile(path)).toBe(true)
  })
  await phone.close()
})
