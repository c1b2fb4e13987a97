// `npm run bench` compares our server and panel with floors: minimal programs and pages. `-- gallery`
// measures one part. `--keep` writes the figures of each measured part to docs/figures.md. `--media-mb`
// is the size of the videos of the part `backup`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../scripts/builds.mjs'
import { root } from '../scripts/install.mjs'
import { memoryOf } from '../scripts/process-memory.ts'
import { measureAccounts, type Pair } from './accounts.ts'
import { measureBackup } from './backup-figures.ts'
import { measureDonations } from './donation-figures.ts'
import { measureDonors } from './donors.ts'
import { type Aim, type Figure, keepFigures, missesAim, tableOf } from './figure.ts'
import { measureFirstRows } from './first-rows.ts'
import { fillGallery } from './gallery.ts'
import { measureGallery } from './gallery-figures.ts'
import { measureHistory } from './history.ts'
import { measureLoginPage } from './login-page.ts'
import { median } from './median.ts'
import { buildPage, weighPage } from './page-weight.ts'
import { measurePhotoUpload } from './photo-upload.ts'
import { type Running, startFloor, startOurs } from './programs.ts'
import { measureRates } from './rates.ts'
import { measureReceipts } from './receipt-figures.ts'
import { sizeOf } from './size.ts'
import { measureTasks } from './tasks.ts'
import { type UploadFigures, uploadToFloor, uploadToOurs } from './upload.ts'

const STARTS = sizeOf(7, 1)
const UPLOADS = sizeOf(5, 1)
const PHOTOS = sizeOf(500, 30)
const BODY_BYTES = sizeOf(300, 3) * 1024 * 1024

const folders: string[] = []
const PARTS = {
  page: pageWeight,
  start: startAndIdle,
  upload: largeBody,
  accounts,
  screens: () => measureFirstRows(newFolder()),
  gallery,
  photos: () => measurePhotoUpload(newFolder()),
  donations: () => measureDonations(newFolder()),
  donors: () => measureDonors(newFolder()),
  rates: () => measureRates(newFolder()),
  receipts: () => measureReceipts(newFolder()),
  backup: () => measureBackup(newFolder(), mediaBytes),
  history: () => measureHistory(newFolder()),
  tasks: () => measureTasks(newFolder()),
}
const { keeps, parts, mediaBytes } = readArguments()
try {
  if (!buildIfStale()) throw new Error('The panel or the server could not be built.')
  for (const part of parts) {
    const figures = await PARTS[part]()
    console.log(`\n${part}\n\n${tableOf(figures)}`)
    if (keeps) keepFigures(part, figures)
    if (part === 'tasks' && figures.some(missesAim)) process.exitCode = 1
  }
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: 'boolean', default: false },
      'media-mb': { type: 'string', default: `${sizeOf(2000, 5)}` },
    },
  })
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[]
  const unknown = positionals.find((word) => !names.some((name) => name === word))
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}" to measure: ${names.join(', ')}.`)
  const named = names.filter((name) => positionals.includes(name))
  const mediaBytes = Number(values['media-mb']) * 1e6
  if (!(mediaBytes > 0)) throw new Error('--media-mb must be a number above 0.')
  return { keeps: values.keep, parts: named.length > 0 ? named : names, mediaBytes }
}

async function pageWeight(): Promise<Figure[]> {
  const empty = buildFloorPage('empty-page')
  const ours = await weighPage(join(root, 'panel/dist'))
  const floor = await weighPage(empty)
  return [
    {
      what: 'JS and CSS of the login screen, gzip',
      unit: 'kB',
      ours: ours / 1000,
      floor: floor / 1000,
      aim: { of: 'ours', atMost: 85 },
    },
  ]
}

/** Returns the folder of the floor's page. */
function buildFloorPage(floor: 'empty-page' | 'plain-gallery'): string {
  const folder = buildPage(floor)
  folders.push(folder)
  return folder
}

/** Measures starts after the first, which creates the data folder. */
async function startAndIdle(): Promise<Figure[]> {
  const details = { TRUST_FILE: join(root, 'demo/src/trust/trust.json') }
  const floor = await medianStart(startFloor)
  const ours = await medianStart(startOurs)
  const withDetails = await medianStart((dataDir) => startOurs(dataDir, details))
  const figures = (suffix: string, { ms, memory }: typeof ours): Figure[] => [
    { what: `Cold start to healthy${suffix}`, unit: 'ms', ours: ms, floor: floor.ms },
    { what: `Memory when idle${suffix}`, unit: 'MB', ours: memory / 1e6, floor: floor.memory / 1e6 },
  ]
  return [...figures('', ours), ...figures(", with the trust's details", withDetails)]
}

async function medianStart(start: (dataDir: string) => Promise<Running>): Promise<{ ms: number; memory: number }> {
  const dataDir = newFolder()
  await (await start(dataDir)).stop()
  const starts: number[] = []
  const memories: number[] = []
  for (let round = 0; round < STARTS; round += 1) {
    const running = await start(dataDir)
    starts.push(running.readyAfter)
    await wait(1000)
    memories.push(memoryOf(running.pid, 'VmRSS'))
    await running.stop()
  }
  return { ms: median(starts), memory: median(memories) }
}

/** Alternates between our server and the floor: a busy moment of the disk affects both. */
async function largeBody(): Promise<Figure[]> {
  const ours: UploadFigures[] = []
  const floor: UploadFigures[] = []
  for (let round = 0; round < UPLOADS; round += 1) {
    ours.push(await oneUpload(startOurs, uploadToOurs))
    floor.push(await oneUpload(startFloor, uploadToFloor))
  }
  const figure = (what: string, unit: string, pick: (figures: UploadFigures) => number) => ({
    what: `Video of 300 MB to disk, ${what}`,
    unit,
    ours: median(ours.map(pick)),
    floor: median(floor.map(pick)),
  })
  return [
    figure('time', 'ms', ({ ms }) => ms),
    figure('growth of memory at its peak', 'MB', ({ growth }) => growth / 1e6),
  ]
}

async function oneUpload(
  start: (dataDir: string) => Promise<Running>,
  upload: (server: Running, bytes: number) => Promise<UploadFigures>,
): Promise<UploadFigures> {
  const dataDir = newFolder()
  const server = await start(dataDir)
  const figures = await upload(server, BODY_BYTES).finally(server.stop)
  rmSync(dataDir, { recursive: true, force: true })
  return figures
}

async function accounts(): Promise<Figure[]> {
  const { single, many, refusal, me } = await measureAccounts(newFolder())
  const page = await measureLoginPage(newFolder(), buildFloorPage('empty-page'))
  const figure = (what: string, unit: string, pair: Pair, aim?: Aim): Figure => ({
    what,
    unit,
    ...pair,
    aim,
  })
  return [
    figure('Sign-ins, one after the other', '/s', single),
    figure('Sign-ins, eight at once', '/s', many),
    figure('A wrong password refused: unknown name, known name as floor', 'ms', refusal),
    figure('`GET /admin/me`', 'ms', me),
    figure('Login screen on a slow line: usable', 'ms', page, { of: 'ratio', atMost: 1.35 }),
  ]
}

async function gallery(): Promise<Figure[]> {
  const dataDir = newFolder()
  await fillGallery(dataDir, PHOTOS)
  const { ours, floor, fullBytes, notes } = await measureGallery(dataDir, buildFloorPage('plain-gallery'))
  for (const note of notes) console.log(note)
  const figure = (what: string, unit: string, oursValue: number, floorValue: number) => ({
    what: `Gallery of ${PHOTOS} photos on a phone: ${what}`,
    unit,
    ours: oursValue,
    floor: floorValue,
  })
  return [
    figure('first card', 'ms', ours.card, floor.card),
    figure('pictures of the first cards', 'ms', ours.picture, floor.picture),
    figure('longest frame while scrolling', 'ms', ours.longestFrame, floor.longestFrame),
    figure('busiest frame while scrolling, main thread alone', 'ms', ours.busiestFrame, floor.busiestFrame),
    figure('images without scrolling', 'kB', ours.bytes / 1000, floor.bytes / 1000),
    figure('images without scrolling, full pictures as floor', 'kB', ours.bytes / 1000, fullBytes / 1000),
  ]
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-bench-'))
  folders.push(folder)
  return folder
}
