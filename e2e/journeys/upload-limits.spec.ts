import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { oversizedPhoto, plainPhoto } from '../support/photos.ts'
import { test } from '../support/test.ts'
import { phoneVideo, webmVideo } from '../support/videos.ts'

// Low limits, so that small files exceed them.
test.use({ settings: { PHOTO_MAX_MB: '0.25', PHOTO_MAX_FILES: '3', VIDEO_MAX_MB: '0.19' } })

test.beforeEach(({ page, sevadesk }) => signInByHttp(page, sevadesk))

test('shows and applies the photo limits before any upload @full', async ({ page, driver, sevadesk }) => {
  const sent = recordUploads(page)
  const gallery = contentOf(page, driver, 'photo')
  await page.goto('/school')
  await driver.press(gallery.addButton)
  await expect(gallery.form.getByText(/A photo may be up to 256 kB\. At most 3 files at once\./)).toBeVisible()

  await gallery.pickFiles([await oversizedPhoto(1), await plainPhoto('blue.png', '#2244aa')])
  await expect(gallery.form.getByText(/“heavy-1\.png” is .* MB.*up to 256 kB/)).toBeVisible()
  await expect(gallery.removeButtons).toHaveCount(1)

  const more = ['green.png', 'red.png', 'grey.png'].map((name) => plainPhoto(name, '#228844'))
  await gallery.pickFiles(await Promise.all(more))
  await expect(gallery.form.getByText('You can add up to 3 files at once. Not added: grey.png')).toBeVisible()
  await expect(gallery.removeButtons).toHaveCount(3)
  expect(sent).toEqual([])
  await driver.press(gallery.save)
  await gallery.expectAdded()
  expect(await sevadesk.photoPaths('School')).toHaveLength(3)
})

test('shows and applies event picture and video limits before any upload @full', async ({ page, driver, sevadesk }) => {
  const sent = recordUploads(page)
  const events = contentOf(page, driver, 'event')
  await page.goto('/events')
  await driver.press(events.addButton)
  await expect(events.form.getByText(/A photo may be up to 256 kB\./)).toBeVisible()
  await events.pickFiles([await oversizedPhoto(1)])
  await expect(events.form.getByText(/“heavy-1\.png” is .* MB.*up to 256 kB/)).toBeVisible()
  await expect(events.removeButtons).toHaveCount(0)

  const videos = contentOf(page, driver, 'video')
  await page.goto('/home-video')
  await driver.press(videos.addButton)
  await expect(videos.form.getByText(/A video may be up to 194 kB\./)).toBeVisible()
  await videos.pickFiles([await webmVideo('large.webm')])
  await expect(videos.form.getByText(/“large\.webm” is .*up to 194 kB/)).toBeVisible()
  await expect(videos.removeButtons).toHaveCount(0)
  expect(sent).toEqual([])

  await videos.fill({ title: 'Aarti', description: '' })
  await videos.pickFiles([await phoneVideo('small.mp4')])
  await driver.press(videos.save)
  await videos.expectAdded()
  expect(await sevadesk.videoPaths()).toHaveLength(1)
})

/** Records every POST and PUT request. */
function recordUploads(page: Parameters<typeof signInByHttp>[0]): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (['POST', 'PUT'].includes(request.method())) sent.push(request.url())
  })
  return sent
}
