import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { phonePhoto } from '../support/photos.ts'
import { loadedPicture } from '../support/pictures.ts'
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
