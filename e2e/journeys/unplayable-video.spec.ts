import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { signInByHttp } from '../support/panel.ts'
import { addVideos } from '../support/seed-content.ts'
import { test } from '../support/test.ts'
import { hevcVideo, unknownCodecVideo } from '../support/videos.ts'

for (const [what, makeVideo] of [
  ['an unknown codec', unknownCodecVideo],
  ['HEVC from a phone', hevcVideo],
] as const) {
  test(`${what}: the card shows that the browser cannot play the video, and offers the download @other`, async ({
    page,
    driver,
    server,
    pageErrors,
  }) => {
    pageErrors.allow(/\.mp4/)
    const videos = contentOf(page, driver, 'video')
    const before = await server.videoPaths()
    await addVideos(server, [what], await makeVideo())
    const [path = ''] = (await server.videoPaths()).filter((one) => !before.includes(one))
    await signInByHttp(page, server)
    await page.goto('/home-video')
    const card = videos.card(what)
    await driver.press(card.getByRole('button', { name: /^play /i }))
    if (makeVideo === hevcVideo && (await page.evaluate(decodesHevc))) {
      await expect.poll(() => card.locator('video').evaluate((player: HTMLVideoElement) => player.videoWidth)).toBe(160)
      return
    }
    await expect(card).toContainText("This video can't be played in this browser.")
    await expect(card.locator('video')).toHaveCount(0)

    const link = card.getByRole('link', { name: /^download/i })
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.href.replace(/\?.*$/, '')).toBe(`${server.apiUrl}/${path.replace(/^\//, '')}`)
    await expect(link).toHaveAttribute('rel', /noopener/)
    await driver.press(card.getByRole('button', { name: 'Try again' }))
    await expect(card).toContainText("This video can't be played in this browser.")
  })
}

/** Whether the browser can decode HEVC, which depends on the machine. */
function decodesHevc(): boolean {
  return document.createElement('video').canPlayType('video/mp4; codecs="hvc1.1.6.L30.90"') !== ''
}
