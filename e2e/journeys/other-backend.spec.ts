import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { contentOf } from '../support/content.ts'
import { panelOf, signInByHttp, toastOf } from '../support/panel.ts'
import { falsePhoto, plainPhoto } from '../support/photos.ts'
import { expectNoJump, loadedPicture } from '../support/pictures.ts'
import { addPhoto } from '../support/stand.ts'
import { test } from '../support/test.ts'

test.use({ backend: 'other' })

test('a refusal under status 200 is a refusal, at the login and in a form', async ({ page, hands, stand }) => {
  const panel = panelOf(page, hands)
  const gallery = contentOf(page, hands, 'photo')
  await page.goto('/')
  await panel.signIn(stand.username, 'not the password')
  await expect(toastOf(page, 'Wrong username or password, please check both')).toBeVisible()
  await expect(page).toHaveURL('/')

  await panel.signIn(stand.username, stand.password)
  await expect(page).toHaveURL('/dashboard')
  await panel.open('Vriddhashram', { under: 'Gallery' })
  await hands.press(gallery.addButton)
  await gallery.fill({ title: 'A false one', description: '' })
  await gallery.pickFiles([await falsePhoto()])
  await hands.press(gallery.save)
  await expect(toastOf(page, 'Failed to save photo')).toBeVisible()
  await expect(gallery.form.getByRole('alert')).toContainText('Only images are allowed: notes.jpg')
  await expect(gallery.title).toHaveValue('A false one')
  expect(await stand.photoPaths('Vriddhashram')).toEqual([])
})

test('pictures come from their plain address, and the cards keep their places', async ({ page, hands, stand }) => {
  const bytes = new Uint8Array(await readFile(await plainPhoto('wide.jpg', '#446688')))
  for (const title of ['One', 'Two', 'Three']) await addPhoto(stand, 'Physiotherapy', title, bytes)
  const paths = await stand.photoPaths('Physiotherapy')
  await signInByHttp(page, stand)
  const gallery = contentOf(page, hands, 'photo')
  await expectNoJump(page, '/physio', gallery.cards, 3)
  for (const image of await gallery.cards.locator('img').all()) {
    const { address, width } = await loadedPicture(image)
    expect(paths.map((path) => `${stand.apiUrl}/${path}`)).toContain(address)
    expect(width).toBe(640)
  }
})
