import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { phonePhoto, plainPhoto } from '../support/photos.ts'
import { expectNoJump, loadedPicture } from '../support/pictures.ts'
import { addEvent } from '../support/seed-content.ts'
import { test } from '../support/test.ts'
import { addPhoto } from '../support/test-server.ts'

test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })

test('a phone loads a smaller version, or the original if none exists @full', async ({ page, driver, sevadesk }) => {
  await addPhoto(sevadesk, 'Vriddhashram', 'The garden', new Uint8Array(await readFile(await phonePhoto())))
  const [path = ''] = await sevadesk.photoPaths('Vriddhashram')
  await expect
    .poll(async () => (await sevadesk.sql.all('select widths from pictures where path = ?', path))[0]?.widths, {
      timeout: 60_000,
    })
    .toBe('[400,800,1600]')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await signInByHttp(page, sevadesk)
  await page.goto('/vriddhashram')
  const image = contentOf(page, driver, 'photo').card('The garden').locator('img')
  const { address, width } = await loadedPicture(image)
  expect(new URL(address).pathname).toBe(path.replace(/\.\w+$/, '-800.avif'))
  expect(width).toBe(800)
  expect(requested).not.toContain(path)
  await expect(image).toHaveAttribute('src', sevadesk.apiUrl + path)

  await sevadesk.sql.all("update pictures set widths = '[]' where path = ?", path)
  await page.reload()
  expect(new URL((await loadedPicture(image)).address).pathname).toBe(path)
})

test('cards keep their positions while pictures load @full', async ({ page, driver, sevadesk }) => {
  const wide = new Uint8Array(await readFile(await plainPhoto('wide.jpg', '#446688')))
  for (const title of ['One', 'Two', 'Three']) await addPhoto(sevadesk, 'Physiotherapy', title, wide)
  await addEvent(sevadesk, 'With a picture', await plainPhoto('wide.jpg', '#446688'))
  const { length: events } = await sevadesk.sql.all('select id from events')
  const { length: photos } = await sevadesk.photoPaths('Physiotherapy')
  await signInByHttp(page, sevadesk)
  await expectNoJump(page, '/physio', contentOf(page, driver, 'photo').cards, photos)
  await expectNoJump(page, '/events', contentOf(page, driver, 'event').cards, events)
})
