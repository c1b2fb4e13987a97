import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { writePaddedVideo } from '../support/padded-video.ts'
import { cookieOf } from '../support/test-server.ts'
import { runIn } from './engine.ts'
import { expectNoPageErrors, type ProxiedServer, test } from './engine-test.ts'
import { playerOf } from './player.ts'
import { button, card, field, link, words } from './screen.ts'
import { signIn } from './sign-in.ts'

/** So large that its download through the proxy takes longer than playing the video. */
const FILE_BYTES = 12_000_000
const VIDEOS = join(import.meta.dirname, '../support/videos')

test('a video uploads, plays and seeks, and plays from its own address', async ({ engine, far }, testInfo) => {
  const title = 'गौशाला की सुबह'
  const file = testInfo.outputPath('सुबह.mp4')
  await writePaddedVideo(file, { bytes: FILE_BYTES })
  await signIn(engine, far, '/home-video')

  await test.step('upload', async () => {
    await engine.click(button('Add New Video'))
    await engine.type(field('Title'), title)
    await engine.type(field('Description'), 'पहली किरण')
    await engine.chooseFile("//form//input[@type='file']", file)
    await engine.waitFor(words('सुबह.mp4'))
    await runIn(engine, noteProgress)
    await engine.click("//form//button[@type='submit']")
    await engine.waitFor(card(title), 60_000)
    const progress = await runIn(engine, progressNoted)
    expect(
      progress.filter((percent) => percent < 100),
      'upload percentages that the form showed',
    ).not.toEqual([])
    await expect.poll(() => runIn(engine, () => document.activeElement?.tagName)).not.toBe('BODY')
  })

  expect(far.line.requests, 'of the film, before anybody presses play').toEqual([])

  await test.step('play and seek', async () => {
    const player = playerOf(engine, title)
    await engine.click(button(`Play ${title}`))
    await player.expectPlaying()
    await player.seek(3.4, 'blue')
    await player.seek(0.5, 'green')
    const ranges = far.line.requests.filter(({ status }) => status === 206).map(({ from }) => from)
    expect(ranges.filter((from) => from > FILE_BYTES / 2)).not.toEqual([])
  })
  await expectNoPageErrors(engine)

  await test.step('open on its own', async () => {
    const address = await runIn(engine, addressOf, card(title, link(`Open ${title} in a new tab`)))
    await engine.open(address)
    await playerOf(engine).expectPlaying()
  })
})

for (const { kind, make } of [
  { kind: 'WebM', make: () => join(VIDEOS, 'vp8.webm') },
  { kind: 'MOV', make: (folder: string) => stretched(folder, { brand: 'qt  ' }) },
]) {
  test(`${kind} plays and seeks on its card, and plays from its own address`, async ({ engine, far }, testInfo) => {
    await addVideo(far, kind, await make(testInfo.outputPath('film.mov')))
    await signIn(engine, far, '/home-video')
    const player = playerOf(engine, kind)
    await engine.click(button(`Play ${kind}`))
    await player.expectPlaying()
    await player.seek(3.4, 'blue')
    await expectNoPageErrors(engine)
    await engine.open(await runIn(engine, addressOf, card(kind, link(`Open ${kind} in a new tab`))))
    await playerOf(engine).expectPlaying()
  })
}

test('the card shows that the browser cannot play a video, and offers the download', async ({
  engine,
  far,
}, testInfo) => {
  const title = 'Old camera'
  await addVideo(far, title, await stretched(testInfo.outputPath('film.mp4'), { codec: 'zzzz' }))
  await signIn(engine, far, '/home-video')
  await engine.click(button(`Play ${title}`))
  await engine.waitFor(card(title, words("This video can't be played in this browser.")))
  const address = await runIn(engine, addressOf, card(title, link(`Download ${title}`)))
  expect(await fetch(address).then(({ status }) => status)).toBe(200)
  await expectNoPageErrors(engine)
})

async function stretched(path: string, kind: { brand?: 'qt  '; codec?: string }): Promise<string> {
  await writePaddedVideo(path, { bytes: 1_000_000, ...kind })
  return path
}

async function addVideo({ sevadesk }: ProxiedServer, title: string, path: string): Promise<void> {
  const form = new FormData()
  form.set('title', title)
  form.set('description', '')
  form.append('video', new File([new Uint8Array(await readFile(path))], 'film'))
  const response = await fetch(`${sevadesk.apiUrl}/api/homevideo/addvideo`, {
    method: 'POST',
    headers: { cookie: await cookieOf(sevadesk.apiUrl), origin: sevadesk.panelUrl },
    body: form,
  })
  if (!response.ok) throw new Error(`Video not added: ${response.status} ${await response.text()}`)
}

function addressOf(xpath: string): string {
  const element = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
  if (element instanceof HTMLAnchorElement) return element.href
  throw new Error(`There is no link ${xpath}`)
}

/** Records the values of the upload's progress bar. */
function noteProgress(): void {
  const noted: number[] = []
  Reflect.set(window, 'progress', noted)
  new MutationObserver(() => {
    const value = document.querySelector('progress')?.value
    if (value !== undefined && value > 0 && value !== noted.at(-1)) noted.push(value)
  }).observe(document.body, { subtree: true, childList: true, attributes: true })
}

function progressNoted(): number[] {
  return Reflect.get(window, 'progress')
}
