// `npm run bench` compares our server and panel with floors: minimal programs and pages.
// `-- --keep` also writes the figures to docs/figures.md; `-- gallery` measures one part. `--media-mb`
// is the size of the videos of the part `backup`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
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
import { measureTasks } from './tasks.ts'
import { type UploadFigures, uploadToFloor, uploadToOurs } from './upload.ts'
import { sizeOf } from './size.ts'

const STARTS = sizeOf(7, 1)
const UPLOADS = sizeOf(5, 1)
const PHOTOS = sizeOf(500, 30)
const BODY_BYTES = sizeOf(300, 3) * 1024 * 1024

interface Figure {
  name: string
  unit: string
  ours: number
  floor: number
}

const folders: string[] = []
const notes: string[] = []
const sections: string[] = []
const PARTS = {
  page: pageWeight,
  start: startAndIdle,
  upload: largeBody,
  accounts,
  screens,
  gallery,
  photos,
  donations,
  donors,
  rates,
  receipts,
  backup,
  history,
  tasks,
}
const { keepsFigures, parts, mediaBytes } = readArguments()
try {
  if (!buildIfStale()) throw new Error('The panel or the server could not be built.')
  const figures: Figure[] = []
  for (const part of parts) figures.push(...(await PARTS[part]()))
  const firstTable = figures.length > 0 ? ['', ...table(figures)] : []
  const report = [machine(), ...firstTable, ...(notes.length > 0 ? ['', ...notes] : []), ...sections].join('\n')
  console.log(`\n${report}`)
  if (keepsFigures) writeFigures(report)
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'boolean' }, 'media-mb': { type: 'string', default: `${sizeOf(2000, 5)}` } },
  })
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[]
  const unknown = positionals.find((word) => !names.some((name) => name === word))
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}" to measure: ${names.join(', ')}.`)
  if (values.keep && positionals.length > 0) throw new Error('--keep needs a run of all parts.')
  const named = names.filter((name) => positionals.includes(name))
  const mediaBytes = Number(values['media-mb']) * 1e6
  if (!(mediaBytes > 0)) throw new Error('--media-mb must be a number above 0.')
  return { keepsFigures: values.keep === true, parts: named.length > 0 ? named : names, mediaBytes }
}

async function pageWeight(): Promise<Figure[]> {
  const empty = buildFloorPage('empty-page')
  const ours = await weighPage(join(root, 'panel/dist'))
  const floor = await weighPage(empty)
  return [{ name: 'JS and CSS of the login screen, gzip', unit: 'kB', ours: ours / 1000, floor: floor / 1000 }]
}

/** Returns the folder of the floor's page. */
function buildFloorPage(floor: 'empty-page' | 'plain-gallery'): string {
  const folder = buildPage(floor)
  folders.push(folder)
  return folder
}

/** Measures starts after the first, which creates the data folder. */
async function startAndIdle(): Promise<Figure[]> {
  const details = { TRUST_FILE: join(root, 'trust.example.json') }
  const floor = await medianStart(startFloor)
  const ours = await medianStart(startOurs)
  const withDetails = await medianStart((dataDir) => startOurs(dataDir, details))
  const figures = (what: string, { ms, memory }: typeof ours): Figure[] => [
    { name: `Cold start to healthy${what}`, unit: 'ms', ours: ms, floor: floor.ms },
    { name: `Memory when idle${what}`, unit: 'MB', ours: memory / 1e6, floor: floor.memory / 1e6 },
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
  const figure = (name: string, unit: string, pick: (figures: UploadFigures) => number) => ({
    name: `Video of 300 MB to disk, ${name}`,
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
  const figure = (name: string, unit: string, pair: Pair) => ({ name, unit, ...pair })
  return [
    figure('Sign-ins, one after the other', '/s', single),
    figure('Sign-ins, eight at once', '/s', many),
    figure('A wrong password refused: unknown name, known name as floor', 'ms', refusal),
    figure('`GET /admin/me`', 'ms', me),
    figure('Login screen on a slow line: usable', 'ms', page),
  ]
}

async function history(): Promise<Figure[]> {
  const pairs = await measureHistory(newFolder())
  return pairs.map(({ name, pair }) => ({ name: `A change, ${name}; without history as floor`, unit: 'ms', ...pair }))
}

async function screens(): Promise<Figure[]> {
  sections.push('', '### First rows', '', ...(await measureFirstRows(newFolder())))
  return []
}

async function gallery(): Promise<Figure[]> {
  const dataDir = newFolder()
  await fillGallery(dataDir, PHOTOS)
  const { ours, floor, fullBytes, notes: seen } = await measureGallery(dataDir, buildFloorPage('plain-gallery'))
  notes.push(...seen.map((note) => `- ${note}`))
  const figure = (name: string, unit: string, oursValue: number, floorValue: number) => ({
    name: `Gallery of ${PHOTOS} photos on a phone: ${name}`,
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

async function photos(): Promise<Figure[]> {
  sections.push('', '### Photos', '', ...(await measurePhotoUpload(newFolder())))
  return []
}

async function donations(): Promise<Figure[]> {
  const tables = await measureDonations(newFolder(), console.log)
  sections.push('', '### Donations', '', ...tables)
  return []
}

async function donors(): Promise<Figure[]> {
  sections.push('', '### Donors', '', ...(await measureDonors(newFolder())))
  return []
}

async function rates(): Promise<Figure[]> {
  sections.push('', '### Call rates', '', ...(await measureRates(newFolder())))
  return []
}

async function receipts(): Promise<Figure[]> {
  sections.push('', '### Receipts', '', ...(await measureReceipts(newFolder())))
  return []
}

async function backup(): Promise<Figure[]> {
  sections.push('', '### Backup', '', ...(await measureBackup(newFolder(), mediaBytes)))
  return []
}

async function tasks(): Promise<Figure[]> {
  const { lines, failures } = await measureTasks(newFolder())
  sections.push('', '### Twelve tasks', '', ...lines)
  if (failures.length > 0) {
    console.error(`Missed their aim: ${failures.join(', ')}.`)
    process.exitCode = 1
  }
  return []
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-bench-'))
  folders.push(folder)
  return folder
}

function machine(): string {
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}.`
}

function table(figures: Figure[]): string[] {
  const round = (value: number) => value.toFixed(digitsOf(value))
  const rows = figures.map(
    ({ name, unit, ours, floor }) =>
      `| ${name} | ${round(ours)} ${unit} | ${round(floor)} ${unit} | ${(ours / floor).toFixed(2)} |`,
  )
  return ['| | Ours | Floor | Ratio |', '|---|---|---|---|', ...rows]
}

function digitsOf(value: number): number {
  if (value < 2) return 2
  return value < 20 ? 1 : 0
}

/** Replaces the part of docs/figures.md between the two `bench` comments. */
function writeFigures(report: string): void {
  const file = join(root, 'docs/figures.md')
  const [before, rest = ''] = readFileSync(file, 'utf8').split('<!-- bench -->\n')
  const after = rest.split('<!-- /bench -->')[1] ?? '\n'
  writeFileSync(file, `${before}<!-- bench -->\n${report}\n<!-- /bench -->${after}`)
}
