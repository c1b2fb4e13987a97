import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, chromium } from '@playwright/test'
import { ensureChromium } from '../scripts/browsers.mjs'
import { countFirstScreen, type FirstCards, type GalleryAddress, scroll, scrollBusily, visit } from './gallery-page.ts'
import { median } from './median.ts'
import { sendFile, servePage } from './page-server.ts'
import { ADMIN, type Running, startOurs } from './programs.ts'
import { sizeOf } from './size.ts'

const VISITS = sizeOf(5, 1)
/** The smallest stored width for a card of 328 CSS px at two device pixels per CSS px. */
const FLOOR_WIDTH = 800

interface GalleryFigures {
  /** All times are in ms; `card` and `picture` are medians. */
  card: number
  picture: number
  longestFrame: number
  /** CPU time of the main thread in its busiest frame, scaled to the slow phone. */
  busiestFrame: number
  /** Bytes of images fetched without scrolling. */
  bytes: number
}

export interface GalleryBench {
  ours: GalleryFigures
  floor: GalleryFigures
  /** Bytes of the same images at full size. */
  fullBytes: number
  notes: string[]
}

/** Measures our gallery on a phone against a bare React page with a list of as many images. */
export async function measureGallery(dataDir: string, plainPage: string): Promise<GalleryBench> {
  const paths = storedPaths(dataDir)
  const browserProgram = ensureChromium()
  if (!('path' in browserProgram)) throw new Error(browserProgram.missing)
  const browser = await chromium.launch({ executablePath: browserProgram.path, args: ['--no-sandbox'] })
  const server = await startOurs(dataDir)
  const plain = await servePage(plainPage, (path, response) => {
    if (path === '/paths.json') response.end(JSON.stringify(paths.map(smallerVersion)))
    else if (path.startsWith('/media/')) sendFile(join(dataDir, path), response)
    else return false
    return true
  })
  try {
    const ours = await measure(browser, ourAddress(server), paths.length)
    const floor = await measure(browser, { url: plain.url, enter: async () => undefined }, paths.length)
    const full = ours.paths.map((path) => fullPicture(path, paths))
    return {
      ours: ours.figures,
      floor: floor.figures,
      fullBytes: full.reduce((bytes, path) => bytes + statSync(join(dataDir, path)).size, 0),
      notes: [...ours.notes.map((note) => `Ours: ${note}`), ...floor.notes.map((note) => `Floor: ${note}`)],
    }
  } finally {
    plain.stop()
    await server.stop()
    await browser.close()
  }
}

async function measure(browser: Browser, address: GalleryAddress, count: number) {
  const visits: FirstCards[] = []
  for (let visited = 0; visited < VISITS; visited += 1) visits.push(await visit(browser, address))
  const screen = await countFirstScreen(browser, address)
  const { longestFrame, slowFrames, frames, longest } = await scroll(browser, address, count)
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`
  return {
    figures: {
      card: median(visits.map(({ card }) => card)),
      picture: median(visits.map(({ picture }) => picture)),
      longestFrame,
      busiestFrame: await scrollBusily(browser, address, count),
      bytes: screen.bytes,
    },
    paths: screen.paths.filter((path) => path.startsWith('/media/')),
    notes: [
      `${screen.images} images fetched without scrolling, ${kilobytes(screen.bytes)}; ${screen.onScreen} of them on the first screen, ${kilobytes(screen.bytesOnScreen)}`,
      `${frames} frames while scrolling, ${slowFrames} over 50 ms`,
      ...longest,
    ],
  }
}

function ourAddress(server: Running): GalleryAddress {
  return {
    url: `${server.url}/school`,
    async enter(context) {
      const options = { data: ADMIN, headers: { origin: server.url } }
      const response = await context.request.post(`${server.url}/api/admin/login`, options)
      if (!response.ok()) throw new Error(`The sign-in returned ${response.status()}.`)
    },
  }
}

function storedPaths(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'sevadesk.sqlite'), { readOnly: true, timeout: 5000 })
  try {
    return database
      .prepare('select path from photos order by created_at desc, id desc')
      .all()
      .map(({ path }) => String(path))
  } finally {
    database.close()
  }
}

function smallerVersion(path: string): string {
  return path.replace(/\.[a-z]+$/, `-${FLOOR_WIDTH}.avif`)
}

/** Returns the path of the full picture; `fetched` is that path or a smaller version's. */
function fullPicture(fetched: string, paths: readonly string[]): string {
  const stem = fetched.replace(/(?:-\d+)?\.[a-z]+$/, '.')
  const match = paths.find((path) => path.startsWith(stem))
  if (match === undefined) throw new Error(`${fetched} is no version of any photo.`)
  return match
}
