import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { contentOf } from '../support/content.ts'
import { panelOf, toastOf } from '../support/panel.ts'
import { falsePhoto, plainPhoto } from '../support/photos.ts'
import { addPhoto } from '../support/stand.ts'
import { test } from '../support/test.ts'

const WORDS = { title: 'Annual function', description: 'Songs and a play' }

test('one bad photo of three: the others are kept, it is named with the reason, and can be replaced', async ({
  page,
  hands,
  stand,
  watch,
}) => {
  watch.tolerate(/addPhoto$/)
  const gallery = contentOf(page, hands, 'photo')
  const before = await stand.photoPaths('Gaushala')
  await addPhoto(
    stand,
    'Gaushala',
    'Here before',
    new Uint8Array(await readFile(await plainPhoto('old.jpg', '#777777'))),
  )
  await page.goto('/')
  await panelOf(page, hands).signIn(stand.username, stand.password)
  await expect(page).toHaveURL('/dashboard')
  await panelOf(page, hands).open('Gaushala', { under: 'Gallery' })
  await expect(gallery.cards).toHaveCount(before.length + 1)
  await hands.press(gallery.addButton)
  await gallery.fill(WORDS)
  await gallery.pickFiles([
    await plainPhoto('blue.png', '#2244aa'),
    await falsePhoto(),
    await plainPhoto('green.webp', '#228844'),
  ])
  const previews = gallery.form.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')
  await expect(previews).toHaveCount(3)

  await test.step('two are added at once, the bad one stays in the form', async () => {
    await hands.press(gallery.save)
    await gallery.expectNotSaved()
    await expect(gallery.problem).toContainText('2 of 3 photos were added. Not added: notes.jpg')
    await expect(previews).toHaveCount(1)
    await expect(previews).toContainText('notes.jpg')
    await expect(previews).toContainText(/not a photo|only images/i)
    await gallery.expectKept(WORDS, 1)
    await expect(gallery.card(WORDS.title)).toHaveCount(2)
    expect(await stand.photoPaths('Gaushala')).toHaveLength(before.length + 3)
  })

  await test.step('another takes its place, and the same form goes through', async () => {
    await gallery.pickFiles([await plainPhoto('red.jpg', '#aa3322')])
    await hands.press(gallery.form.getByRole('button', { name: 'Remove notes.jpg' }))
    await expect(previews).toHaveCount(1)
    await hands.press(gallery.save)
    await gallery.expectAdded()
    await expect(toastOf(page, 'Failed to save photo')).toBeHidden()
    await expect(gallery.card(WORDS.title)).toHaveCount(3)
    const paths = await stand.photoPaths('Gaushala')
    expect(paths).toHaveLength(before.length + 4)
    for (const path of paths) expect(await stand.hasFile(path), path).toBe(true)
  })
})
