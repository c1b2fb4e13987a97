import { DONATION_CALLS, NEWEST, RARE_SEARCH } from './donation-calls.ts'
import {
  type Bulk,
  concurrentCallName,
  FIRST_TOTALS,
  SUCCESSFUL_FOR_ACCOUNTANT,
  type Times,
  TOTALS_AFTER_INSERT,
  YEAR_AS_CSV,
} from './donation-measure.ts'
import type { ScreenFigures } from './donation-screen.ts'
import { sizeOf } from './size.ts'

export interface DonationFigures {
  small: Map<string, Times>
  large: Map<string, Times>
  postgres: { small: Map<string, Times>; large: Map<string, Times> }
  /** Figures of the whole list with SMALL donations, and of the CSV with LARGE donations. */
  list: Bulk
  csv: Bulk
  postgresList: Bulk
  postgresCsv: Bulk
  screen: readonly ScreenFigures[]
}

export const SMALL = sizeOf(100_000, 2000)
export const LARGE = sizeOf(1_000_000, 3000)
/** Maximum ratio of a call's time at a million donations to its time at a hundred thousand. */
const MOST_SLOWER = 3
const LIST_TIME = 1.3
const LIST_GROWTH = 64e6
const KEY_MS = 100

/** The tables of the report. Figures that miss a target are bold. */
export function donationTables(figures: DonationFigures): string[] {
  return [...callTable(figures), '', ...bulkTable(figures), '', ...screenTable(figures.screen)]
}

function screenTable(screen: readonly ScreenFigures[]): string[] {
  const rows = screen.map(({ mode, slower, firstRows, key }) => [
    `On ${mode}${slower > 1 ? `, processor ${slower} times slower` : ''}`,
    marked(`${ms(key.median)} ms`, slower === 1 && key.median > KEY_MS),
    marked(`${ms(key.slowest)} ms`, slower === 1 && key.slowest > KEY_MS),
    `${key.count}`,
    `${(firstRows / 1000).toFixed(1)} s`,
  ])
  const head = ['Donations screen of 100,000 in Chromium', 'From a key to its rows', 'At worst', 'Keys', 'First rows']
  return tableOf(head, rows)
}

function callTable({ small, large, postgres }: DonationFigures): string[] {
  const calls = [
    ...DONATION_CALLS,
    { ...NEWEST, name: concurrentCallName(NEWEST) },
    { ...RARE_SEARCH, name: concurrentCallName(RARE_SEARCH) },
    { name: YEAR_AS_CSV, aim: undefined },
    { name: SUCCESSFUL_FOR_ACCOUNTANT, aim: undefined },
    { name: TOTALS_AFTER_INSERT, aim: undefined },
    { name: FIRST_TOTALS, aim: undefined },
  ]
  const rows = calls.map(({ name, aim }) => {
    const [at, of] = [timesOf(small, name), timesOf(large, name)]
    const [pg, pgLarge] = [timesOf(postgres.small, name).ours, timesOf(postgres.large, name).ours]
    return [
      name,
      ms(at.ours),
      ms(at.floor),
      rate(at, aim),
      ms(of.ours),
      ms(of.floor),
      rate(of, undefined),
      slower(at.ours, of.ours),
      ms(pg),
      ms(pgLarge),
      slower(pg, pgLarge),
    ]
  })
  const head = [
    'Milliseconds a call',
    '100,000: ours',
    'Floor',
    'Our rate to its',
    '1,000,000: ours',
    'Floor',
    'Our rate to its',
    'Ours, times slower',
    'PostgreSQL, 100,000',
    '1,000,000',
    'Times slower',
  ]
  return tableOf(head, rows)
}

function bulkTable({ list, csv, postgresList, postgresCsv }: DonationFigures): string[] {
  const rowsPerSecond = (time: number | undefined) =>
    time === undefined ? '–' : `${Math.round((LARGE / time) * 1000).toLocaleString('en-IN')} rows a second`
  const compared = ({ ours, floor }: Times) => (floor === undefined ? Number.NaN : ours / floor)
  return tableOf(
    ['', 'Ours', 'Floor', 'Ratio', 'Ours on PostgreSQL'],
    [
      [
        `Whole list of 100,000 (${(list.bytes / 1e6).toFixed(0)} MB), time`,
        `${ms(list.ours)} ms`,
        `${ms(list.floor)} ms`,
        marked(compared(list).toFixed(2), compared(list) > LIST_TIME),
        `${ms(postgresList.ours)} ms`,
      ],
      [
        'Whole list of 100,000, growth of memory at its peak',
        marked(megabytes(list.growth.ours), list.growth.ours > LIST_GROWTH),
        megabytes(list.growth.floor),
        compared(list.growth).toFixed(2),
        megabytes(postgresList.growth.ours),
      ],
      [
        'CSV of 1,000,000',
        rowsPerSecond(csv.ours),
        rowsPerSecond(csv.floor),
        compared(csv).toFixed(2),
        rowsPerSecond(postgresCsv.ours),
      ],
      [
        'CSV of 1,000,000, growth of memory at its peak',
        megabytes(csv.growth.ours),
        megabytes(csv.growth.floor),
        compared(csv.growth).toFixed(2),
        megabytes(postgresCsv.growth.ours),
      ],
    ],
  )
}

function timesOf(times: Map<string, Times>, name: string): Times {
  return times.get(name) ?? { ours: Number.NaN }
}

function ms(time: number | undefined): string {
  if (time === undefined || Number.isNaN(time)) return '–'
  return time < 20 ? time.toFixed(2) : time.toFixed(0)
}

function rate({ ours, floor }: Times, aim: number | undefined): string {
  if (floor === undefined) return '–'
  return marked((floor / ours).toFixed(2), aim !== undefined && floor / ours < aim)
}

function slower(small: number, large: number): string {
  return Number.isNaN(large / small) ? '–' : marked((large / small).toFixed(1), large / small > MOST_SLOWER)
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '–' : `${(bytes / 1e6).toFixed(bytes < 20e6 ? 1 : 0)} MB`
}

function marked(text: string, isMissed: boolean): string {
  return isMissed ? `**${text}**` : text
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)]
}
