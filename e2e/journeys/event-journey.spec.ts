import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { labels } from '../support/labels.ts'
import { panelOf } from '../support/panel.ts'
import { plainPhoto } from '../support/photos.ts'
import { test } from '../support/test.ts'
import { isServed } from '../support/test-server.ts'

const PRAYER = { title: 'Prayer at dawn', description: 'Everybody is welcome, tea afterwards' }

test('events: add with and without a picture, view, edit, sort, delete; the dashboard counts them @pg @other', async ({
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/\/favicon\.ico$/) // requested when a picture of the media host opens as a page
  const panel = panelOf(page, driver)
  const events = contentOf(page, driver, 'event')
  const { events: seeded } = await server.figures()
  const existing = await server.eventPaths()
  const addressOf = (path: string) => `${server.apiUrl}/${path.replace(/^\//, '')}`
  const newPaths = async () => (await server.eventPaths()).filter((path) => !existing.includes(path))
  const pictures = (words: string) => events.card(words).locator('img')

  await test.step('sign in: the dashboard counts the events', async () => {
    await page.goto('/')
    await panel.signIn(server.username, server.password)
    await expect(page).toHaveURL('/dashboard')
    await expectCounted(seeded)
    await panel.open('Events')
    await expect(page).toHaveURL('/events')
    await expect(events.cards).toHaveCount(seeded)
  })

  await test.step('existing events show their pictures', async () => {
    await expect(events.cards.locator('img')).toHaveCount(existing.length)
    await expectLoaded()
  })

  await test.step('add an event with a picture', async () => {
    await driver.press(events.addButton)
    await events.fill(PRAYER)
    await events.pickFiles([await plainPhoto('dawn.jpg', '#cc7733')])
    await driver.press(events.save)
    await events.expectAdded()
    await expect(events.cards.first()).toContainText(PRAYER.title)
    await expect(events.cards.first()).toContainText(PRAYER.description)
    await expect(events.cards.first()).toContainText(/Added .*\d{4}/)
    await expectLoaded()
    expect(await newPaths()).toHaveLength(1)
  })

  await test.step('add an event without a picture', async () => {
    await driver.press(events.addButton)
    await events.fill({ title: 'Blood donation', description: '' })
    await driver.press(events.save)
    await events.expectAdded()
    await expect(events.cards.first()).toContainText('Blood donation')
    await expect(pictures('Blood donation')).toHaveCount(0)
    await expect(events.card('Blood donation').getByRole('link', { name: /^view image/i })).toHaveCount(0)
    expect(await newPaths()).toHaveLength(1)
  })

  await test.step('the picture opens in a new tab, on the media host', async () => {
    const [path = ''] = await newPaths()
    const opening = page.waitForEvent('popup')
    await driver.press(events.card(PRAYER.title).getByRole('link', { name: /^view image/i }))
    const tab = await opening
    await expect(tab).toHaveURL(addressOf(path))
    await expect.poll(() => tab.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
  })

  await test.step('edit: add a picture', async () => {
    await events.edit(events.card('Blood donation'))
    await events.expectKept({ title: 'Blood donation', description: '' }, 0)
    await driver.type(events.description, 'In the school hall')
    await events.pickFiles([await plainPhoto('hall.png', '#773344')])
    await driver.press(events.save)
    await events.expectUpdated()
    await expect(events.card('Blood donation')).toContainText('In the school hall')
    await expect(pictures('Blood donation')).toHaveCount(1)
    await expectLoaded()
    expect(await newPaths()).toHaveLength(2)
  })

  await test.step('edit only the text, which keeps the picture', async () => {
    const before = await server.eventPaths()
    await events.edit(events.card(PRAYER.title))
    await driver.type(events.title, 'Prayer at noon')
    await driver.press(events.save)
    await events.expectUpdated()
    await expect(events.card('Prayer at noon')).toContainText(PRAYER.description)
    expect((await server.eventPaths()).toSorted()).toEqual(before.toSorted())
    await expectLoaded()
  })

  await test.step('edit with a new picture, which deletes the old file', async () => {
    const before = await server.eventPaths()
    await events.edit(events.card('Prayer at noon'))
    await events.pickFiles([await plainPhoto('noon.webp', '#ddcc55')])
    await driver.press(events.save)
    await events.expectUpdated()
    const after = await server.eventPaths()
    const [replaced = '', ...others] = before.filter((path) => !after.includes(path))
    expect(others).toEqual([])
    await expect.poll(() => server.hasFile(replaced)).toBe(false)
    await expectLoaded()
  })

  await test.step('sort; the address keeps it through a reload', async () => {
    const latest = await events.titles()
    await driver.choose(events.sort, 'Oldest')
    await expect(events.cards.last()).toContainText('Blood donation')
    expect(await events.titles()).toEqual(latest.toReversed())
    await page.reload()
    await expect(events.cards.last()).toContainText('Blood donation')
    await driver.choose(events.sort, 'Latest')
    await expect(events.cards.first()).toContainText('Blood donation')
    expect(await events.titles()).toEqual(latest)
  })

  await test.step('delete the event and its picture, with both dialogs', async () => {
    const before = await server.eventPaths()
    for (const path of before) expect(await isServed(server, path), path).toBe(true)
    await events.remove(events.card('Prayer at noon'))
    await expect(events.cards).toHaveCount(seeded + 1)
    const after = await server.eventPaths()
    const [deleted = '', ...others] = before.filter((path) => !after.includes(path))
    expect(others).toEqual([])
    await expect.poll(() => isServed(server, deleted)).toBe(false)
  })

  await test.step('the dashboard shows the new count', async () => {
    await panel.open('Dashboard')
    await expectCounted(seeded + 1)
    expect((await server.figures()).events).toBe(seeded + 1)
  })

  await test.step('the same in Hindi', async () => {
    await page.goto('/events')
    await driver.press(panel.userMenu)
    await driver.press(page.getByRole('menuitemradio', { name: 'हिन्दी' }))
    await expect(page.getByRole('button', { name: labels.addEvent })).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(seeded + 1)
  })

  async function expectCounted(count: number) {
    const card = page.getByRole('main').getByRole('group', { name: 'Upcoming Events' })
    await expect(card.getByText(`${count}`, { exact: true })).toBeVisible()
  }

  /** Expects every picture on the page to load. */
  async function expectLoaded() {
    for (const image of await events.cards.locator('img').all()) {
      await image.scrollIntoViewIfNeeded()
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    }
  }
})
