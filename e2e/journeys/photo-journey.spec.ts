import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { contentOf } from '../support/content-page.ts'
import { panelOf } from '../support/panel.ts'
import { phonePhoto, plainPhoto } from '../support/photos.ts'
import { test } from '../support/test.ts'
import { addPhoto, type Figures, isServed } from '../support/test-server.ts'

/** Formats paise with Indian digit grouping: ₹1,00,000.00. */
const rupees = (paise: number) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100)

const BATCH = { title: 'Free eye camp', description: 'Sunday morning, before the monsoon' }

test('photos: sign in, read the dashboard, add, sort, edit, delete, log out @gate @other @pg @phone', async ({
  page,
  driver,
  server,
  backend,
}) => {
  const isOurs = backend !== 'other'
  const panel = panelOf(page, driver)
  const gallery = contentOf(page, driver, 'photo')
  const earlier = await plainPhoto('earlier.jpg', '#777777')
  const three = [await phonePhoto(), await plainPhoto('blue.png', '#2244aa'), await plainPhoto('green.webp', '#228844')]
  await addPhoto(server, 'EyeHospital', 'Here before', new Uint8Array(await readFile(earlier)))

  await test.step('sign in', async () => {
    await page.goto('/')
    await panel.signIn(server.username, server.password)
    await expect(page).toHaveURL('/dashboard')
  })

  await test.step('the dashboard shows the figures of the backend', async () => {
    const figures = await server.figures()
    const main = page.getByRole('main')
    for (const [card, figure] of [
      ['Donations', rupees(figures.total)],
      ['Upcoming Events', `${figures.events}`],
      ['Admins', `${figures.admins}`],
    ] as const) {
      await expect(main.getByRole('group', { name: card }).getByText(figure, { exact: true })).toBeVisible()
    }
    const rows = main.getByRole('listitem')
    await expect(rows).toHaveCount(figures.recent.length)
    for (const [index, donation] of figures.recent.entries()) {
      for (const words of wordsOf(donation)) await expect(rows.nth(index)).toContainText(words)
    }
  })

  await test.step('add three photos at once, listed newest first', async () => {
    await panel.open('Eye Hospital', { under: 'Gallery' })
    await expect(page).toHaveURL('/eye-hospital')
    await expect(gallery.cards).toHaveCount(1)
    await driver.press(gallery.addButton)
    await gallery.fill(BATCH)
    await gallery.pickFiles(three)
    await driver.press(gallery.save)
    await gallery.expectAdded()
    await expectNewestFirst()
    const latest = await gallery.sources()
    // The contract leaves the order within a batch and the conversion of photos to the backend.
    if (isOurs) {
      expect(await pictures()).toEqual(['green', 'blue', 'grey', 'grey'])
      await expectUprightAndStripped(latest[2] ?? '')
    }
    await driver.choose(gallery.sort, 'Oldest')
    await expect(gallery.cards.first()).toContainText('Here before')
    expect(await gallery.sources()).toEqual(latest.toReversed())
    await driver.choose(gallery.sort, 'Latest')
    await expectNewestFirst()
    expect(await gallery.sources()).toEqual(latest)
  })

  await test.step('the list stays the same after a reload', async () => {
    const before = await gallery.sources()
    await page.reload()
    await expectNewestFirst()
    expect(await gallery.sources()).toEqual(before)
  })

  await test.step('edit only the text', async () => {
    const before = await gallery.sources()
    await gallery.edit(gallery.cards.nth(0))
    await expect(gallery.title).toHaveValue(BATCH.title)
    await expect(gallery.description).toHaveValue(BATCH.description)
    await driver.type(gallery.title, 'The line at the gate')
    await driver.press(gallery.save)
    await gallery.expectUpdated()
    await expect(gallery.card('The line at the gate')).toHaveCount(1)
    expect(await gallery.sources()).toEqual(before)
  })

  await test.step('edit with a new file, which deletes the old one', async () => {
    const before = await server.photoPaths('EyeHospital')
    await gallery.edit(gallery.cards.nth(1))
    await driver.type(gallery.title, 'The doctor at work')
    await gallery.pickFiles([await plainPhoto('red.jpg', '#aa3322')])
    await driver.press(gallery.save)
    await gallery.expectUpdated()
    await expect(gallery.card('The doctor at work')).toHaveCount(1)
    const after = await server.photoPaths('EyeHospital')
    const replaced = before.filter((path) => !after.includes(path))
    expect(replaced).toHaveLength(1)
    await expect.poll(() => hasAny(replaced)).toBe(false)
    await expectLoaded(4)
  })

  await test.step('delete the photo, with both dialogs', async () => {
    const before = await server.photoPaths('EyeHospital')
    for (const path of before) expect(await isServed(server, path), path).toBe(true)
    await gallery.remove(gallery.card('The doctor at work'))
    await expect(gallery.cards).toHaveCount(3)
    await expect(gallery.card('The doctor at work')).toHaveCount(0)
    const after = await server.photoPaths('EyeHospital')
    const deleted = before.filter((path) => !after.includes(path))
    expect(deleted).toHaveLength(1)
    for (const path of deleted) await expect.poll(() => isServed(server, path)).toBe(false)
    for (const path of after) expect(await server.hasFile(path), path).toBe(true)
  })

  await test.step('log out', async () => {
    await panel.logOut()
    await expect(panel.loginButton).toBeVisible()
    await page.goto('/eye-hospital')
    await expect(page).toHaveURL('/')
  })

  async function expectNewestFirst() {
    await expect(gallery.cards).toHaveCount(4)
    for (const index of [0, 1, 2]) await expect(gallery.cards.nth(index)).toContainText(BATCH.title)
    await expect(gallery.cards.nth(3)).toContainText('Here before')
    await expectLoaded(4)
  }

  /** Expects every card's picture to load, which happens when it is scrolled into view. */
  async function expectLoaded(count: number) {
    const images = gallery.cards.getByRole('img')
    await expect(images).toHaveCount(count)
    for (const image of await images.all()) {
      await image.scrollIntoViewIfNeeded()
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    }
  }

  /** The dominant colour of each card's picture. */
  async function pictures() {
    const images = await gallery.cards.getByRole('img').all()
    const colours: string[] = []
    for (const image of images) {
      const { channels } = await sharp(await image.screenshot()).stats()
      const means = channels.slice(0, 3).map(({ mean }) => mean)
      const strongest = Math.max(...means)
      const isGrey = strongest - Math.min(...means) < 20
      colours.push(isGrey ? 'grey' : (['red', 'green', 'blue'][means.indexOf(strongest)] ?? ''))
    }
    return colours
  }

  /** Expects a stored photo that is upright, as small as the panel sends it, and without metadata. */
  async function expectUprightAndStripped(address: string) {
    const response = await page.request.get(address)
    const { width, height, format, ...metadata } = await sharp(await response.body()).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1920, height: 2560 })
    for (const name of ['orientation', 'exif', 'xmp', 'iptc', 'tifftagPhotoshop'] as const)
      expect(metadata[name], name).toBeUndefined()
  }

  async function hasAny(paths: string[]) {
    const exists = await Promise.all(paths.map((path) => server.hasFile(path)))
    return exists.includes(true)
  }
})

function wordsOf({ money, name, email, phone }: Figures['recent'][number]): string[] {
  return [money, name ?? 'Anonymous', email, phone].filter((words) => words !== null)
}
