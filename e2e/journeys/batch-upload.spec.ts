import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { panelOf, toastOf } from '../support/panel.ts'
import { falsePhoto, plainPhoto } from '../support/photos.ts'
import { test } from '../support/test.ts'
import { addPhoto } from '../support/test-server.ts'

const ENTRY = { title: 'Annual function', description: 'Songs and a play' }

test('adds two of three photos, and keeps the invalid one in the form until it is replaced @other', async ({
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/addPhoto$/)
  const gallery = contentOf(page, driver, 'photo')
  const before = await server.photoPaths('Gaushala')
  await addPhoto(
    server,
    'Gaushala',
    'Here before',
    new Uint8Array(await readFile(await plainPhoto('old.jpg', '#777777'))),
  )
  await page.goto('/')
  await panelOf(page, driver).signIn(server.username, server.password)
  await expect(page).toHaveURL('/dashboard')
  await panelOf(page, driver).open('Gaushala', { under: 'Gallery' })
  await expect(gallery.cards).toHaveCount(before.length + 1)
  await driver.press(gallery.addButton)
  await gallery.fill(ENTRY)
  await gallery.pickFiles([
    await plainPhoto('blue.png', '#2244aa'),
    await falsePhoto(),
    await plainPhoto('green.webp', '#228844'),
  ])
  const previews = gallery.form.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  await expect(previews).toHaveCount(3)

  await test.step('two are added, the invalid one stays with its reason', async () => {
    await driver.press(gallery.save)
    await gallery.expectNotSaved()
    await expect(gallery.problem).toContainText('2 of 3 photos were added. Not added: notes.jpg')
    await expect(previews).toHaveCount(1)
    await expect(previews).toContainText('notes.jpg')
    await expect(previews).toContainText(/not a photo|only images/i)
    await gallery.expectKept(ENTRY, 1)
    await expect(gallery.card(ENTRY.title)).toHaveCount(2)
    expect(await server.photoPaths('Gaushala')).toHaveLength(before.length + 3)
  })

  await test.step('a replacement is added by the same form', async () => {
    await gallery.pickFiles([await plainPhoto('red.jpg', '#aa3322')])
    await driver.press(gallery.form.getByRole('button', { name: 'Remove notes.jpg' }))
    await expect(previews).toHaveCount(1)
    await driver.press(gallery.save)
    await gallery.expectAdded()
    await expect(toastOf(page, 'Failed to save photo')).toBeHidden()
    await expect(gallery.card(ENTRY.title)).toHaveCount(3)
    const paths = await server.photoPaths('Gaushala')
    expect(paths).toHaveLength(before.length + 4)
    for (const path of paths) expect(await server.hasFile(path), path).toBe(true)
  })
})
