import { expect } from '@playwright/test'
import { contentOf } from '../support/content.ts'
import { signInByHttp } from '../support/panel.ts'
import { addVideos } from '../support/seed-content.ts'
import { test } from '../support/test.ts'
import { hevcVideo, strangeVideo } from '../support/videos.ts'

for (const [what, makeVideo] of [
  ['pictures in a codec that nobody knows', strangeVideo],
  ['HEVC of a phone', hevcVideo],
] as const) {
  test(`${what}: the card says that it cannot be played, and offers the download`, async ({
    page,
    hands,
    stand,
    watch,
  }) => {
    watch.tolerate(/\.mp4/)
    const videos = contentOf(page, hands, 'video')
    const before = await stand.videoPaths()
    await addVideos(stand, [what], await makeVideo())
    const [path = ''] = (await stand.videoPaths()).filter((known) => !before.includes(known))
    await signInByHttp(page, stand)
    await page.goto('/home-video')
    const card = videos.card(what)
    await hands.press(card.getByRole('button', { name: /^play /i }))
    if (makeVideo === hevcVideo && (await page.evaluate(decodesHevc))) {
      await expect.poll(() => card.locator('video').evaluate((player: HTMLVideoElement) => player.videoWidth)).toBe(160)
      return
    }
    await expect(card).toContainText("This video can't be played in this browser.")
    await expect(card.locator('video')).toHaveCount(0)

    const link = card.getByRole('link', { name: /^download/i })
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.href.replace(/\?.*$/, '')).toBe(`${stand.apiUrl}/${path.replace(/^\//, '')}`)
    await expect(link).toHaveAttribute('rel', /noopener/)
    await hands.press(card.getByRole('button', { name: 'Try again' }))
    await expect(card).toContainText("This video can't be played in this browser.")
  })
}

/** Some machines bring a decoder of their own. */
function decodesHevc(): boolean {
  return document.createElement('video').canPlayType('video/mp4; codecs="hvc1.1.6.L30.90"') !== ''
}
