import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DonationBench, openPostgresBench, openSqliteBench } from './donation-bench.ts'
import { type Bulk, measureBulk, measureCalls, type Times } from './donation-measure.ts'
import { donationTables, LARGE, SMALL } from './donation-report.ts'
import { measureScreen, type ScreenFigures } from './donation-screen.ts'

const LIST = '/donate'
const CSV = '/donate/export'

/**
 * Measures pages, searches, totals and bulk responses at both sizes on both databases. Returns
 * lines of Markdown. Leaves `folder` empty.
 */
export async function measureDonations(folder: string, say: (line: string) => void): Promise<string[]> {
  const filled: string[] = []
  let screen: ScreenFigures[] = []
  const run = async (open: typeof openSqliteBench, engine: string, count: number, path: string) => {
    const own = join(folder, `${engine}-${count}`)
    mkdirSync(own, { recursive: true })
    const opened = await open(own, count)
    filled.push(filling(engine, opened))
    say(filled.at(-1) ?? '')
    try {
      const measured = await measureBench(opened, path, say)
      // One measured backend sends all donations in one list, so only the smaller size is used.
      if (opened.floor && count === SMALL) screen = await measureScreen(opened)
      return measured
    } finally {
      await opened.close()
    }
  }
  const small = await run(openSqliteBench, 'SQLite', SMALL, LIST)
  const large = await run(openSqliteBench, 'SQLite', LARGE, CSV)
  const postgresSmall = await run(openPostgresBench, 'PostgreSQL', SMALL, LIST)
  const postgresLarge = await run(openPostgresBench, 'PostgreSQL', LARGE, CSV)
  const tables = donationTables({
    small: small.calls,
    large: large.calls,
    postgres: { small: postgresSmall.calls, large: postgresLarge.calls },
    list: small.bulk,
    csv: large.bulk,
    postgresList: postgresSmall.bulk,
    postgresCsv: postgresLarge.bulk,
    screen,
  })
  return [...tables, '', ...filled.map((line) => `- ${line}`)]
}

/** Measures the bulk response first, since its memory figure needs a fresh process. */
async function measureBench(
  bench: DonationBench,
  path: string,
  say: (line: string) => void,
): Promise<{ bulk: Bulk; calls: Map<string, Times> }> {
  const bulk = await measureBulk(bench, path)
  say(`${path}: ${formatTimes(bulk)}, growth ${Math.round(bulk.growth.ours / 1e6)} MB`)
  const calls = await measureCalls(bench)
  for (const [name, times] of calls) say(`${name}: ${formatTimes(times)}`)
  return { bulk, calls }
}

function filling(engine: string, { count, filling }: DonationBench): string {
  return `${engine}, ${count.toLocaleString('en-IN')} donations: written in ${(filling / 1000).toFixed(0)} s, search and totals included`
}

function formatTimes({ ours, floor }: Times): string {
  return `${ours.toFixed(2)} ms${floor === undefined ? '' : `, floor ${floor.toFixed(2)} ms`}`
}
