// `npm run bench` prints our figures beside the floor's, from one run; `npm run bench -- --keep` also puts them into docs/figures.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../scripts/install.mjs'
import { buildPanelIfStale } from '../scripts/panel-build.mjs'
import { buildEmptyPage, weighPage } from './page-weight.ts'
import { memoryOf, type Running, startFloor, startOurs } from './programs.ts'
import { uploadToFloor, uploadToOurs } from './upload.ts'

const STARTS = 7
const BODY_BYTES = 300 * 1024 * 1024

interface Figure {
  name: string
  unit: string
  ours: number
  floor: number
}

const folders: string[] = []
try {
  const figures = [await pageWeight(), ...(await startAndIdle()), ...(await largeBody())]
  const report = table(figures)
  console.log(`\n${report}`)
  if (process.argv.includes('--keep')) keep(report)
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

async function pageWeight(): Promise<Figure> {
  if (!buildPanelIfStale()) throw new Error('Without a built panel there is nothing to weigh.')
  const empty = buildEmptyPage()
  folders.push(empty)
  const ours = await weighPage(join(root, 'panel/dist'))
  return {
    name: 'JS and CSS of the login page, gzip',
    unit: 'kB',
    ours: ours / 1000,
    floor: (await weighPage(empty)) / 1000,
  }
}

/** The data folder exists already, as at every start but the first. */
async function startAndIdle(): Promise<Figure[]> {
  const ours = await severalStarts(startOurs)
  const floor = await severalStarts(startFloor)
  return [
    { name: 'Cold start to healthy', unit: 'ms', ours: ours.ms, floor: floor.ms },
    { name: 'Memory when idle', unit: 'MB', ours: ours.memory / 1e6, floor: floor.memory / 1e6 },
  ]
}

async function severalStarts(start: (dataDir: string) => Promise<Running>): Promise<{ ms: number; memory: number }> {
  const dataDir = newFolder()
  await (await start(dataDir)).stop()
  const starts: number[] = []
  const memories: number[] = []
  for (let turn = 0; turn < STARTS; turn += 1) {
    const running = await start(dataDir)
    starts.push(running.readyAfter)
    await wait(1000)
    memories.push(memoryOf(running.pid, 'VmRSS'))
    await running.stop()
  }
  return { ms: median(starts), memory: median(memories) }
}

async function largeBody(): Promise<Figure[]> {
  const ours = await startOurs(newFolder(), { PHOTO_MAX_MB: '400' })
  const oursUpload = await uploadToOurs(ours, BODY_BYTES).finally(ours.stop)
  const floor = await startFloor(newFolder())
  const floorUpload = await uploadToFloor(floor, BODY_BYTES).finally(floor.stop)
  return [
    { name: 'Body of 300 MB to disk, time', unit: 'ms', ours: oursUpload.ms, floor: floorUpload.ms },
    {
      name: 'Body of 300 MB to disk, growth of memory at its peak',
      unit: 'MB',
      ours: oursUpload.growth / 1e6,
      floor: floorUpload.growth / 1e6,
    },
  ]
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sevadesk-bench-'))
  folders.push(folder)
  return folder
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function table(figures: Figure[]): string {
  const round = (value: number) => (value < 20 ? value.toFixed(1) : value.toFixed(0))
  const rows = figures.map(
    ({ name, unit, ours, floor }) =>
      `| ${name} | ${round(ours)} ${unit} | ${round(floor)} ${unit} | ${(ours / floor).toFixed(2)} |`,
  )
  const machine = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}`
  return [`${machine}.`, '', '| | Ours | Floor | Ratio |', '|---|---|---|---|', ...rows].join('\n')
}

/** The part of docs/figures.md between the two marks is this run's. */
function keep(report: string): void {
  const file = join(root, 'docs/figures.md')
  const [before, rest = ''] = readFileSync(file, 'utf8').split('<!-- bench -->\n')
  const after = rest.split('<!-- /bench -->')[1] ?? '\n'
  writeFileSync(file, `${before}<!-- bench -->\n${report}\n<!-- /bench -->${after}`)
}
