import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import type { Database } from '../support/own-server.ts'
import { openAccounts } from './accounts.ts'
import { answerChecker } from './check-answer.ts'
import { fileContent } from './files.ts'
import { openFuzzTarget } from './fuzz-target.ts'
import { createIdPool } from './id-pool.ts'
import { markReplacer } from './marks.ts'
import type { Body } from './multipart.ts'
import { readOpenApi } from './operations.ts'
import { growthOfLastThird, handlesOf, type Sample, sampleProcess } from './process-samples.ts'
import { type FuzzRequest, fuzzRequests } from './requests.ts'
import { type Answer, openConnections, type RawRequest } from './send.ts'
import { isWebhook, withEvents } from './webhook-events.ts'

export interface FuzzOptions {
  database: Database
  requests: number
  seed: number
  log?: (line: string) => void
}

export interface FuzzFigures {
  requests: number
  statuses: Record<number, number>
  /** Calls of the description that no request carried out. */
  neverSucceeded: string[]
  /** Statuses from 500 on, with the call and how often. */
  serverErrors: Record<string, number>
  /** Accounts that took the place of one that was deleted, changed or logged out. */
  replacedAccounts: number
  /** Of each kind at most a few, each with its request. */
  problems: string[]
  problemCount: number
  /** The last third of the run divided by the third before. */
  memoryGrowth: number
  handleGrowth: number
  /** Handles before the first request and after all connections were closed. */
  handlesBefore: number
  handlesAfter: number
  /** Megabytes at the beginning of each tenth of the run. */
  memory: number[]
}

/** Files and connections to the database that the server keeps open for later use. */
export const HANDLE_SLACK = 20

const CONNECTIONS = 8
const CHUNK = 500
const SAMPLES = 60
const PROBLEMS_SHOWN = 20

/** Sends random requests to a server of its own. The seed repeats all but the ids in them. */
export async function runFuzz({ database, requests, seed, log = () => {} }: FuzzOptions): Promise<FuzzFigures> {
  const target = await openFuzzTarget(database)
  const { pid } = target.server
  const { send, close } = openConnections(target.url)
  try {
    const handlesBefore = handlesOf(pid)
    const description = await send({ method: 'GET', path: '/api/openapi.json', headers: {}, body: undefined })
    const { operations: described, failure } = readOpenApi(JSON.parse(description.text))
    const operations = described.map(withEvents)
    const problemOf = answerChecker(failure)
    const accounts = await openAccounts(send)
    const ids = createIdPool(accounts.keeperId)
    const arbitrary = fuzzRequests(operations)
    const statuses: Record<number, number> = {}
    const serverErrors: Record<string, number> = {}
    const samples: Sample[] = []
    const problems: string[] = []
    const unreached = new Set(operations)
    let problemCount = 0

    const replaceMarks = markReplacer(target, accounts, ids)

    async function sendOne(request: FuzzRequest, number: number): Promise<void> {
      const token = await accounts.tokenOf(request.caller)
      const raw = prepare(request, { number, token, replaceMarks, sign: target.sign })
      try {
        const answer = await send(raw)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        if (answer.status >= 500) {
          const call = `${answer.status} ${request.method} ${request.operation?.path ?? 'an odd address'}`
          serverErrors[call] = (serverErrors[call] ?? 0) + 1
        }
        if (answer.status === 200 && request.operation) unreached.delete(request.operation)
        const problem = problemOf(request, answer)
        if (problem) report(problem, request, number, answer)
        ids.collect(raw.path, answer)
        accounts.noticeSecret(raw.path, request.caller, answer)
        await accounts.noticeLoss(request.caller, 'authorization' in request.headers ? undefined : token, answer)
      } catch (error) {
        report(`no answer: ${error}`, request, number)
      }
    }

    function report(problem: string, request: FuzzRequest, number: number, answer?: Answer): void {
      problemCount++
      const line = `${number}: ${problem}: ${describeRequest(request)}${answer ? ` → ${answer.text.slice(0, 300)}` : ''}`
      if (problems.length < PROBLEMS_SHOWN) problems.push(line)
      log(line)
    }

    for (let start = 0; start < requests; start += CHUNK) {
      const numRuns = Math.min(CHUNK, requests - start)
      const chunk = fc.sample(arbitrary, { seed: seed + start, numRuns })
      const queue = chunk.entries()
      const worker = async () => {
        for (const [at, request] of queue) await sendOne(request, start + at)
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, worker))
      if (start / requests >= samples.length / SAMPLES) samples.push(sampleProcess(pid))
      if (Math.floor((10 * start) / requests) < Math.floor((10 * (start + CHUNK)) / requests))
        log(`${start + CHUNK} sent`)
    }

    close()
    const handlesAfter = await settledHandles(pid, handlesBefore)
    for (const line of new Set(target.server.output().split('\n'))) {
      if (/unexpected error|unhandled|uncaught/i.test(line)) problems.push(`log: ${line.slice(0, 600)}`)
    }
    return {
      requests,
      statuses,
      serverErrors,
      neverSucceeded: [...unreached].map(({ method, path }) => `${method} ${path}`),
      replacedAccounts: accounts.replaced(),
      problems,
      problemCount,
      memoryGrowth: growthOfLastThird(samples.map(({ memory }) => memory)),
      handleGrowth: growthOfLastThird(samples.map(({ handles }) => handles)),
      handlesBefore,
      handlesAfter,
      memory: samples.filter((_, at) => at % (SAMPLES / 10) === 0).map(({ memory }) => Math.round(memory / 1024 ** 2)),
    }
  } finally {
    close()
    await target.close()
  }
}

interface Preparation {
  number: number
  token: string | undefined
  replaceMarks: ReturnType<typeof markReplacer>
  sign: (body: Buffer) => string
}

/** Each request comes from its own address, save for one in ten, so that limits are met too. */
function prepare(request: FuzzRequest, { number, token, replaceMarks, sign }: Preparation): RawRequest {
  const { method, path, headers, operation, body } = request
  const withIds = (text: string) => replaceMarks(text, request)
  const address =
    number % 10 === 0 ? '203.0.113.9' : `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const bytes = body.length > 0 ? bytesOf(body, withIds) : undefined
  return {
    method,
    path: withIds(path),
    headers: {
      'x-forwarded-for': address,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(bytes && isWebhook(operation) && { 'x-razorpay-signature': sign(bytes) }),
      ...headers,
    },
    body: bytes,
  }
}

function bytesOf(body: Body, withIds: (text: string) => string): Buffer {
  return Buffer.concat(
    body.map((part) => (typeof part === 'string' ? Buffer.from(withIds(part)) : fileContent(part.file))),
  )
}

/** Sockets close some time after their clients. Waits at most 10 s for the number before the run. */
async function settledHandles(pid: number, before: number): Promise<number> {
  const deadline = Date.now() + 10_000
  while (handlesOf(pid) > before && Date.now() < deadline) await wait(100)
  return handlesOf(pid)
}

function describeRequest({ caller, method, path, headers, body }: FuzzRequest): string {
  return JSON.stringify({ caller, method, path, headers, body }).slice(0, 1200)
}
