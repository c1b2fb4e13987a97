import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DonationBench, openPostgresBench, openSqliteBench } from './donation-bench.ts'
import { type Bulk, measureBulk, measureCalls, type Times } from './donation-measure.ts'
import { type EngineTimes, engineFigures, LARGE, SMALL, screenFigures } from './donation-report.ts'
import { measureScreen, type ScreenFigures } from './donation-screen.ts'
import type { Figure } from './figure.ts'

const LIST = '/donate'
const CSV = '/donate/export'

/** Measures pages, searches, totals and bulk responses at both sizes on both databases. Prints each figure at once. */
export async function measureDonations(folder: string): Promise<Figure[]> {
  const screens: ScreenFigures[] = []
  const fillings: Figure[] = []
  const run = async (open: typeof openSqliteBench, engine: string, count: number, path: string) => {
    const own = join(folder, `${engine}-${count}`)
    mkdirSync(own, { recursive: true })
    const opened = await open(own, count)
    fillings.push({
      what: `Writing ${count} donations, ${engine}, search and totals included`,
      unit: 's',
      ours: opened.filling / 1000,
    })
    try {
      const measured = await measureBench(opened, path)
      // One measured backend sends all donations in one list, so only the smaller size is used.
      if (opened.floor && count === SMALL) screens.push(...(await measureScreen(opened)))
      return measured
    } finally {
      await opened.close()
    }
  }
  const measureEngine = async (open: typeof openSqliteBench, engine: string): Promise<EngineTimes> => {
    const small = await run(open, engine, SMALL, LIST)
    const large = await run(open, engine, LARGE, CSV)
    return { small: small.calls, large: large.calls, list: small.bulk, csv: large.bulk }
  }
  const sqlite = await measureEngine(openSqliteBench, 'SQLite')
  const postgres = await measureEngine(openPostgresBench, 'PostgreSQL')
  return [
    ...engineFigures('SQLite', sqlite),
    ...engineFigures('PostgreSQL', postgres),
    ...screenFigures(screens),
    ...fillings,
  ]
}

/** Measures the bulk response first, since its memory figure needs a fresh process. */
async function measureBench(bench: DonationBench, path: string): Promise<{ bulk: Bulk; calls: Map<string, Times> }> {
  const bulk = await measureBulk(bench, path)
  console.log(`${path}: ${formatTimes(bulk)}, growth ${Math.round(bulk.growth.ours / 1e6)} MB`)
  const calls = await measureCalls(bench)
  for (const [name, times] of calls) console.log(`${name}: ${formatTimes(times)}`)
  return { bulk, calls }
}

function formatTimes({ ours, floor }: Times): string {
  return `${ours.toFixed(2)} ms${floor === undefined ? '' : `, floor ${floor.toFixed(2)} ms`}`
}
