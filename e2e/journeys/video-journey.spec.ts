import { expect } from '@playwright/test'
import { contentOf } from '../support/content-page.ts'
import { labels } from '../support/labels.ts'
import { panelOf } from '../support/panel.ts'
import { expectPlaying, expectSeeks, expectUntouched, recordVideoTraffic } from '../support/player.ts'
import { addVideos, removeVideos } from '../support/seed-content.ts'
import { test } from '../support/test.ts'
import { isServed } from '../support/test-server.ts'
import { phoneVideo, webmVideo } from '../support/videos.ts'

const ARATI = { title: 'Evening arati', description: 'From the temple steps' }

test('videos: add, play, seek, sort, edit, open, delete @other', async ({ page, driver, server }) => {
  const panel = panelOf(page, driver)
  const videos = contentOf(page, driver, 'video')
  const traffic = recordVideoTraffic(page)
  const addressOf = (path: string) => `${server.apiUrl}/${path.replace(/^\//, '')}`
  const requestsFor = (path: string) =>
    traffic.requested.filter((requested) => requested === new URL(addressOf(path)).pathname)
  const playButton = (words: string) => videos.card(words).getByRole('button', { name: /^play /i })
  const player = (words: string) => videos.card(words).locator('video')

  await removeVideos(server)
  await test.step('sign in: no videos yet', async () => {
    await page.goto('/')
    await panel.signIn(server.username, server.password)
    await expect(page).toHaveURL('/dashboard')
    await panel.open('Home Video')
    await expect(page).toHaveURL('/home-video')
    await expect(page.getByText('No videos found.')).toBeVisible()
  })

  await test.step('one button opens and closes the form', async () => {
    await driver.press(videos.addButton)
    await expect(videos.form).toBeVisible()
    await driver.press(videos.closeButton)
    await expect(videos.form).toBeHidden()
  })

  await addVideos(
    server,
    Array.from({ length: 19 }, (_, index) => `Earlier ${index + 1}`),
    await phoneVideo('earlier.mp4'),
  )
  const before = await server.videoPaths()

  await test.step('add a video with upload progress', async () => {
    await page.reload()
    await expect(videos.cards).toHaveCount(19)
    await driver.press(videos.addButton)
    await videos.fill(ARATI)
    await videos.pickFiles([await phoneVideo()])
    const percents = await page.evaluateHandle(notePercents)
    await driver.press(videos.save)
    await videos.expectAdded()
    expect(await percents.evaluate((list) => list[0])).toMatch(/^\d{1,3}\s?%$/)
    await expect(videos.cards).toHaveCount(20)
    await expect(videos.cards.first()).toContainText(ARATI.title)
    await expect(videos.cards.first()).toContainText(ARATI.description)
    await expect(videos.cards.first()).toContainText(/Added .*\d{4}/)
  })

  const [added = ''] = (await server.videoPaths()).filter((path) => !before.includes(path))

  await test.step('a page of twenty videos loads no video', async () => {
    await page.reload()
    await expect(videos.cards).toHaveCount(20)
    for (const card of [videos.cards.last(), videos.cards.first()]) await card.scrollIntoViewIfNeeded()
    await expectUntouched(videos.cards.locator('video'))
    await page.waitForLoadState('networkidle')
    expect(traffic.requested).toEqual([])
  })

  await test.step('play and seek by range requests', async () => {
    await driver.press(playButton(ARATI.title))
    await expectPlaying(player(ARATI.title))
    await expectSeeks(player(ARATI.title))
    expect(traffic.requested.length).toBeGreaterThan(0)
    expect(requestsFor(added)).toHaveLength(traffic.requested.length)
    expect(traffic.responses.map(({ status }) => status)).toContain(206)
  })

  await test.step('sort; the address keeps it through a reload', async () => {
    const latest = await videos.titles()
    await driver.choose(videos.sort, 'Oldest')
    await expect(videos.cards.last()).toContainText(ARATI.title)
    expect(await videos.titles()).toEqual(latest.toReversed())
    await page.reload()
    await expect(videos.cards.last()).toContainText(ARATI.title)
    await driver.choose(videos.sort, 'Latest')
    await expect(videos.cards.first()).toContainText(ARATI.title)
  })

  await test.step('edit only the text', async () => {
    const paths = await server.videoPaths()
    await videos.edit(videos.cards.first())
    await videos.expectKept(ARATI, 0)
    await driver.type(videos.title, 'Morning arati')
    await driver.press(videos.save)
    await videos.expectUpdated()
    await expect(videos.cards.first()).toContainText('Morning arati')
    expect((await server.videoPaths()).toSorted()).toEqual(paths.toSorted())
  })

  await test.step('edit with a new file, which plays and replaces the old one', async () => {
    await videos.edit(videos.cards.first())
    await videos.pickFiles([await webmVideo()])
    await driver.press(videos.save)
    await videos.expectUpdated()
    await expect.poll(() => server.hasFile(added)).toBe(false)
    await expect(player('Morning arati')).not.toHaveAttribute('src', addressOf(added))
    await driver.press(playButton('Morning arati'))
    await expectPlaying(player('Morning arati'))
    await expectSeeks(player('Morning arati'))
  })

  const [replaced = ''] = (await server.videoPaths()).filter((path) => !before.includes(path))

  await test.step('open in a new tab on the media host', async () => {
    const opening = page.waitForEvent('popup')
    await driver.press(videos.card('Morning arati').getByRole('link', { name: /^open/i }))
    const tab = await opening
    await expect(tab).toHaveURL(addressOf(replaced))
    await expect.poll(() => tab.locator('video').evaluate((film: HTMLVideoElement) => film.videoWidth)).toBe(480)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
  })

  await test.step('delete the video, with both dialogs', async () => {
    await videos.remove(videos.card('Morning arati'))
    await expect(videos.cards).toHaveCount(19)
    await expect.poll(() => isServed(server, replaced)).toBe(false)
    await page.reload()
    await expect(videos.cards).toHaveCount(19)
    expect((await server.videoPaths()).toSorted()).toEqual(before.toSorted())
  })

  await test.step('the same in Hindi', async () => {
    await driver.press(panel.userMenu)
    await driver.press(page.getByRole('menuitemradio', { name: 'हिन्दी' }))
    await expect(page.getByRole('button', { name: labels.addVideo })).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(19)
  })
})

/** Records, in the page, every percentage that the form shows. */
function notePercents(): string[] {
  const percents: string[] = []
  new MutationObserver(() => {
    const text = document.querySelector('form')?.textContent ?? ''
    const [percent] = /\d{1,3}\s?%/.exec(text) ?? []
    if (percent && percents.at(-1) !== percent) percents.push(percent)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
  return percents
}
