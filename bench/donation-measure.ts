import { isDeepStrictEqual } from 'node:util'
import { forgetPeak, memoryOf } from '../scripts/process-memory.ts'
import { alternate } from './alternate.ts'
import { type CallClient, callClient } from './call-client.ts'
import type { DonationBench } from './donation-bench.ts'
import {
  ACCOUNTANT_OF_SUCCESSFUL,
  CSV_OF_YEAR,
  DONATION_CALLS,
  type DonationCall,
  NEWEST,
  RARE_SEARCH,
} from './donation-calls.ts'
import { type DonationDatabase, lateDonations } from './donation-database.ts'
import type { Running } from './programs.ts'
import { sizeOf } from './size.ts'

/** Values of our server and, on SQLite, of the floor; in ms unless stated otherwise. */
export interface Times {
  ours: number
  floor?: number
}

interface Side {
  client: CallClient
  server: Running
  database: DonationDatabase
}

const QUICK = { warmUps: sizeOf(5, 0), rounds: sizeOf(5, 1), ms: 300, calls: sizeOf(60, 2) }
const LIMITS_AFTER_INSERT = { warmUps: 1, rounds: sizeOf(3, 1), ms: 500, calls: 5 }
const WHOLE_LIST = { warmUps: 1, rounds: sizeOf(3, 1), ms: 1, calls: 1 }
const AT_ONCE = 8
const CALLS_AT_ONCE = sizeOf(400, 16)

/**
 * Measures every call of `DONATION_CALLS`, concurrent calls, and totals after an insert. Throws if
 * our server and the floor return different data.
 */
export async function measureCalls(bench: DonationBench): Promise<Map<string, Times>> {
  const sides = sidesOf(bench)
  const times = new Map<string, Times>()
  try {
    for (const call of DONATION_CALLS) {
      const path = call.path(bench.count)
      await compareAnswers(sides, path)
      const works = sides.map(
        ({ client }) =>
          () =>
            client.time(path).then(({ ms }) => ms),
      )
      times.set(call.name, timesOf(await alternate(works, QUICK)))
    }
    for (const call of [NEWEST, RARE_SEARCH])
      times.set(concurrentCallName(call), await measureAtOnce(sides, call.path(bench.count)))
    const csvs = sides.map(
      ({ client }) =>
        () =>
          client.time(CSV_OF_YEAR).then(({ ms }) => ms),
    )
    times.set(YEAR_AS_CSV, timesOf(await alternate(csvs, WHOLE_LIST)))
    const [own] = sides
    const accountant = () =>
      own?.client.time(ACCOUNTANT_OF_SUCCESSFUL).then(({ ms }) => ms) ?? Promise.resolve(Number.NaN)
    times.set(SUCCESSFUL_FOR_ACCOUNTANT, timesOf(await alternate([accountant], WHOLE_LIST)))
    times.set(FIRST_TOTALS, bench.firstTotals)
    times.set(TOTALS_AFTER_INSERT, await measureTotalsAfterInsert(sides))
    return times
  } finally {
    for (const { client } of sides) client.close()
  }
}

export const YEAR_AS_CSV = 'A year as CSV'
/** The floor has no such export. */
export const SUCCESSFUL_FOR_ACCOUNTANT = 'The successful as CSV for the accountant'
export const FIRST_TOTALS = 'Summary cards, the first after a start'
export const TOTALS_AFTER_INSERT = 'Summary cards right after a donation was added'
export const concurrentCallName = ({ name }: DonationCall) => `${name}, ${AT_ONCE} at once`

function sidesOf({ ours, token, database, floor }: DonationBench): Side[] {
  const own = { client: callClient(ours.url, token), server: ours, database }
  return floor ? [own, { client: callClient(floor.server.url), ...floor }] : [own]
}

function timesOf([ours = Number.NaN, floor]: readonly number[]): Times {
  return floor === undefined ? { ours } : { ours, floor }
}

/** Throws if the responses differ, as times would not be comparable. A capped total may differ. */
async function compareAnswers(sides: readonly Side[], path: string): Promise<void> {
  const [ours, floor] = await Promise.all(sides.map(async ({ client }) => JSON.parse(String(await client.read(path)))))
  if (floor === undefined) return
  // The floor's figures lack those that our server sends besides.
  const expected = Array.isArray(floor.data) ? floor.data : { ...ours.data, ...floor.data }
  const isSame = isDeepStrictEqual(ours.data, expected) && (ours.isCapped || ours.total === floor.total)
  if (!isSame) throw new Error(`${path}: ours returns ${summaryOf(ours)}, the floor ${summaryOf(floor)}.`)
}

function summaryOf(response: object): string {
  return JSON.stringify(response).slice(0, 600)
}

/** Returns the total ms of concurrent calls, divided by their number. */
async function measureAtOnce(sides: readonly Side[], path: string): Promise<Times> {
  const works = sides.map(({ client }) => async () => {
    let left = CALLS_AT_ONCE
    const caller = async () => {
      while (left > 0) {
        left -= 1
        await client.time(path)
      }
    }
    const begun = performance.now()
    await Promise.all(Array.from({ length: AT_ONCE }, caller))
    return (performance.now() - begun) / CALLS_AT_ONCE
  })
  return timesOf(await alternate(works, { warmUps: 1, rounds: 3, ms: 1, calls: 1 }))
}

async function measureTotalsAfterInsert(sides: readonly Side[]): Promise<Times> {
  let added = 0
  const works = sides.map(({ client, database }) => async () => {
    added += 1
    await database.add(lateDonations(1, added))
    return (await client.time('/donate/summary')).ms
  })
  return timesOf(await alternate(works, LIMITS_AFTER_INSERT))
}

export interface Bulk extends Times {
  /** Bytes of the response. */
  bytes: number
  /** Growth of peak resident memory during the first call, in bytes. */
  growth: Times
}

/**
 * Measures one large response: the whole list, or the CSV. Memory is measured during the first
 * call to each server.
 */
export async function measureBulk(bench: DonationBench, path: string): Promise<Bulk> {
  const sides = sidesOf(bench)
  const growths: number[] = []
  let bytes = 0
  try {
    for (const { client, server } of sides) {
      await client.time('/health')
      const before = memoryOf(server.pid, 'VmRSS')
      forgetPeak(server.pid)
      const response = await client.time(path)
      growths.push(memoryOf(server.pid, 'VmHWM') - before)
      bytes ||= response.bytes
    }
    const works = sides.map(
      ({ client }) =>
        () =>
          client.time(path).then(({ ms }) => ms),
    )
    return { ...timesOf(await alternate(works, WHOLE_LIST)), bytes, growth: timesOf(growths) }
  } finally {
    for (const { client } of sides) client.close()
  }
}
