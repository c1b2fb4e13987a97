/**
 * `npm run fuzz -- --requests 60000 --seed 1 --database postgresql`: sends random requests made
 * from the OpenAPI description. Exits with 1 if an answer is not what the description says, if
 * memory or open handles grow to the end, or if a call was never carried out, as in a short run.
 */
import { parseArgs } from 'node:util'
import { buildIfStale } from '../../scripts/builds.mjs'
import { wholeNumber } from '../kill/arguments.ts'
import { startCluster } from '../support/postgresql.ts'
import { HANDLE_SLACK, runFuzz } from './run-fuzz.ts'

/** Growth of the last third over the third before, for which a long run fails. */
const MOST_GROWTH = 1.1
/** Calls that need others of the same record in their order, which random requests hardly make. */
const RARELY_CARRIED_OUT = ['POST /api/gifts/{id}/cheque/undo', 'POST /api/donors/duplicates/{id}/same']

function readArguments() {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '60000' },
      seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 31)}` },
      database: { type: 'string', default: 'sqlite' },
    },
  })
  const { database } = values
  if (database !== 'sqlite' && database !== 'postgresql') {
    throw new Error(`--database must be sqlite or postgresql, but it is "${database}".`)
  }
  const requests = wholeNumber('requests', values.requests, 1000)
  return { database, requests, seed: wholeNumber('seed', values.seed, 0) } as const
}

const options = readArguments()
if (!buildIfStale()) process.exit(1)
const stopCluster = options.database === 'postgresql' ? await startCluster() : async () => undefined
console.log(`${options.requests} requests on ${options.database}, seed ${options.seed}`)
try {
  const figures = await runFuzz({ ...options, log: console.log })
  console.log(figures)
  const { problems, neverSucceeded, memoryGrowth, handleGrowth, handlesAfter, handlesBefore } = figures
  if (neverSucceeded.length > 0) console.log(`Never carried out, so hardly tested: ${neverSucceeded.join(', ')}`)
  const unreached = neverSucceeded.filter((call) => !RARELY_CARRIED_OUT.includes(call))
  const hasGrown =
    memoryGrowth > MOST_GROWTH || handleGrowth > MOST_GROWTH || handlesAfter > handlesBefore + HANDLE_SLACK
  if (problems.length > 0 || unreached.length > 0 || hasGrown) process.exitCode = 1
} finally {
  await stopCluster()
}
