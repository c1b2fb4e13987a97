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
import type { Aim, Figure } from './figure.ts'
import { sizeOf } from './size.ts'

export const SMALL = sizeOf(100_000, 2000)
export const LARGE = sizeOf(1_000_000, 3000)

export interface EngineTimes {
  small: Map<string, Times>
  large: Map<string, Times>
  /** The whole list with SMALL donations, and the CSV with LARGE donations. */
  list: Bulk
  csv: Bulk
}

const CALL_AIMS: readonly Aim[] = [
  { of: 'ours', atMost: 50 },
  { of: 'ours', atMost: 1000 },
]

/** Calls with SMALL and with LARGE donations. */
export function engineFigures(engine: string, { small, large, list, csv }: EngineTimes): Figure[] {
  const calls = [...DONATION_CALLS.map(({ name }) => name), TOTALS_AFTER_INSERT, FIRST_TOTALS]
  const others = [concurrentCallName(NEWEST), concurrentCallName(RARE_SEARCH), YEAR_AS_CSV, SUCCESSFUL_FOR_ACCOUNTANT]
  const figures = (name: string, [atSmall, atLarge]: readonly (Aim | undefined)[] = []): Figure[] => [
    { what: `${name}, ${engine}, ${SMALL}`, unit: 'ms', ...timesOf(small, name), aim: atSmall },
    { what: `The same, ${LARGE}`, unit: 'ms', ...timesOf(large, name), aim: atLarge },
  ]
  return [
    ...calls.flatMap((name) => figures(name, CALL_AIMS)),
    ...others.flatMap((name) => figures(name)),
    figure(`Whole list of ${SMALL} (${(list.bytes / 1e6).toFixed(0)} MB), ${engine}`, 'ms', list, 1.3),
    growth(`Whole list of ${SMALL}, ${engine}, growth of memory at its peak`, list, { of: 'ours', atMost: 64 }),
    figure(`CSV of ${LARGE}, ${engine}`, 'ms', csv),
    growth(`CSV of ${LARGE}, ${engine}, growth of memory at its peak`, csv),
  ]
}

/** The donations screen in Chromium, with SMALL donations. */
export function screenFigures(screens: readonly ScreenFigures[]): Figure[] {
  return screens.flatMap(({ mode, slower, firstRows, key }): Figure[] => {
    const name = `Screen on ${mode}${slower > 1 ? `, processor ${slower} times slower` : ''}`
    const aim: Aim | undefined = slower === 1 ? { of: 'ours', atMost: 100 } : undefined
    return [
      { what: `${name}: first rows`, unit: 'ms', ours: firstRows },
      { what: `${name}: from a key to its rows`, unit: 'ms', ours: key.median, aim },
      { what: `${name}: from a key to its rows, slowest of ${key.count}`, unit: 'ms', ours: key.slowest, aim },
    ]
  })
}

function timesOf(times: Map<string, Times>, name: string): Times {
  return times.get(name) ?? { ours: Number.NaN }
}

function growth(what: string, { growth: { ours, floor } }: Bulk, aim?: Aim): Figure {
  return { what, unit: 'MB', ours: ours / 1e6, floor: floor && floor / 1e6, aim }
}

function figure(what: string, unit: string, { ours, floor }: Times, mostOfFloor?: number): Figure {
  const isCompared = floor !== undefined && mostOfFloor !== undefined
  return { what, unit, ours, floor, aim: isCompared ? { of: 'ratio', atMost: mostOfFloor } : undefined }
}
