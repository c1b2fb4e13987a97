import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { addVideos } from '../support/seed-content.ts'
import { test } from '../support/test.ts'
import { unknownCodecVideo } from '../support/videos.ts'

test('the card of a video that the browser cannot play offers the download @other', async ({
  page,
  driver,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/\.mp4/)
  const videos = contentOf(page, driver, 'video')
  const before = await server.videoPaths()
  await addVideos(server, ['Unknown codec'], await unknownCodecVideo())
  const [path = ''] = (await server.videoPaths()).filter((one) => !before.includes(one))
  await signInByHttp(page, server)
  await page.goto('/home-video')
  const card = videos.card('Unknown codec')
  await driver.press(card.getByRole('button', { name: /^play /i }))
  await expect(card).toContainText("This video can't be played in this browser.")
  await expect(card.locator('video')).toHaveCount(0)
  const link = card.getByRole('link', { name: /^download/i })
  const address = new URL((await link.getAttribute('href')) ?? '')
  expect(address.href.replace(/\?.*$/, '')).toBe(`${server.apiUrl}/${path.replace(/^\//, '')}`)
  await expect(link).toHaveAttribute('rel', /noopener/)
  await driver.press(card.getByRole('button', { name: 'Try again' }))
  await expect(card).toContainText("This video can't be played in this browser.")
})
