import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import hevc from '../../testing/videos/hevc.mp4'
import plays from '../../testing/videos/plays.mp4'
import playsWebm from '../../testing/videos/plays.webm'
import { MediaVideo } from './media-video.tsx'
import type { VideoFailure } from './media-video-failure.tsx'
import type { VideoPoster } from './media-video-poster.tsx'

const NOBODY = 'http://127.0.0.1:9/video.mp4'
const UNPLAYABLE = "This video can't be played in this browser."
const UNREACHABLE = 'The video could not be loaded. Check your internet connection and try again.'

interface Film {
  src: string | undefined
  title?: string
  cause?: VideoFailure
  poster?: VideoPoster
}

function Card({ src, title = 'Aarti', cause = 'unplayable', poster }: Film) {
  return (
    <div style={{ position: 'relative', width: 300, height: 225 }}>
      <MediaVideo
        src={src}
        title={title}
        poster={poster}
        download={src === undefined ? undefined : { href: src, name: 'Aarti.mp4' }}
        findCause={async () => cause}
      />
    </div>
  )
}

function video(title = 'Aarti'): HTMLVideoElement {
  const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${title}"]`)
  if (!video) throw new Error(`there is no video “${title}”`)
  return video
}

/** Plays as the user does: a failure raises an `error` event, so the rejection is ignored. */
function press(title?: string) {
  const player = video(title)
  player.muted = true
  player.loop = true
  player.play().catch(() => undefined)
}

const requestsFor = (part: string) => performance.getEntriesByType('resource').filter(({ name }) => name.includes(part))

test('loads none of twenty videos until one is played, and then only the played video', async () => {
  const films = Array.from({ length: 20 }, (_, number) => ({ src: `${plays}?film=${number}`, title: `Film ${number}` }))
  await renderPart(films.map((film) => <Card key={film.title} {...film} />))
  expect(document.querySelectorAll('video')).toHaveLength(20)
  for (const player of document.querySelectorAll('video')) {
    expect(player.preload).toBe('none')
    expect(player.controls).toBe(false)
    expect(player.playsInline).toBe(true)
    expect(player.getAttribute('src')).not.toContain('#')
  }
  press('Film 7')
  await expect.poll(() => requestsFor('film=').length).toBeGreaterThan(0)
  expect(requestsFor('film=').every(({ name }) => name.endsWith('film=7'))).toBe(true)
})

test.each([plays, playsWebm])('plays %s and removes the poster', async (src) => {
  const { container } = await renderPart(<Card src={src} />)
  expect(container.querySelector('svg')).not.toBeNull()
  video().muted = true
  await page.getByRole('button', { name: 'Play Aarti' }).click()
  expect(document.activeElement).toBe(video())
  expect(video().controls).toBe(true)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  await expect.poll(() => video().videoWidth).toBe(160)
  await expect.poll(() => container.querySelector('svg')).toBeNull()
  expect(video().error).toBeNull()
})

test('shows the poster, or the drawing if it fails to load, until the video plays', async () => {
  const picture = { size: undefined, sources: [] }
  const frame = { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=', picture }
  const { container } = await renderPart(<Card src={plays} poster={frame} />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe(frame.src)
  expect(container.querySelector('svg[viewBox="0 0 320 240"]')).toBeNull()
  video().muted = true
  await page.getByRole('button', { name: 'Play Aarti' }).click()
  await expect.poll(() => container.querySelector('img')).toBeNull()
  const missing = await renderPart(<Card src={plays} title="Mela" poster={{ src: 'data:image/gif,no', picture }} />)
  await expect.poll(() => missing.container.querySelector('svg[viewBox="0 0 320 240"]')).not.toBeNull()
})

test('pauses the playing video when a second one starts', async () => {
  await renderPart(
    <>
      <Card src={plays} title="One" />
      <Card src={playsWebm} title="Two" />
    </>,
  )
  press('One')
  await expect.poll(() => video('One').currentTime).toBeGreaterThan(0)
  press('Two')
  await expect.poll(() => video('Two').currentTime).toBeGreaterThan(0)
  expect(video('One').paused).toBe(true)
  expect(video('Two').paused).toBe(false)
})

test('offers the download of a video that this browser cannot decode', async () => {
  await renderPart(<Card src={hevc} />)
  const player = video()
  press()
  await expect.element(page.getByText(UNPLAYABLE)).toBeVisible()
  expect(player.paused).toBe(true)
  const download = page.getByRole('link', { name: 'Download Aarti' }).element() as HTMLAnchorElement
  expect(download.href).toBe(new URL(hevc, location.href).href)
  expect(download.download).toBe('Aarti.mp4')
})

test('reports a file that is not a video as unplayable', async () => {
  await renderPart(<Card src="/index.html" />)
  press()
  await expect.element(page.getByRole('alert').getByText(UNPLAYABLE)).toBeVisible()
})

test('reports a lost connection, focuses "Try again", and retries', async () => {
  await renderPart(<Card src={NOBODY} cause="unreachable" />)
  await page.getByRole('button', { name: 'Play Aarti' }).click()
  await expect.element(page.getByText(UNREACHABLE)).toBeVisible()
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveFocus()
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => play.mock.calls.length).toBe(1)
  await expect.element(page.getByText(UNREACHABLE)).toBeVisible()
})

test('resumes a video where the connection was lost', async () => {
  await renderPart(<Card src={plays} />)
  press()
  await expect.poll(() => video().currentTime).toBeGreaterThan(0)
  video().loop = false
  video().pause()
  video().currentTime = 0.5
  await expect.poll(() => video().seeking).toBe(false)
  Object.defineProperty(video(), 'error', { value: { code: MediaError.MEDIA_ERR_NETWORK } })
  video().dispatchEvent(new Event('error'))
  await expect.element(page.getByText(UNREACHABLE)).toBeVisible()
  const places: number[] = []
  const note = ({ target }: Event) => target instanceof HTMLVideoElement && places.push(target.currentTime)
  addEventListener('seeking', note, true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => places).toEqual([0.5])
  removeEventListener('seeking', note, true)
})

test('reports a video without a URL at once', async () => {
  await renderPart(<Card src={undefined} />)
  await expect.element(page.getByText("Video can't be shown")).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('stops loading when the player is removed', async () => {
  const { rerender } = await renderPart(<Card src={plays} />)
  const player = video()
  press()
  await expect.poll(() => player.currentTime).toBeGreaterThan(0)
  await rerender(null)
  await expect.poll(() => player.hasAttribute('src')).toBe(false)
  expect(player.paused).toBe(true)
})
