/**
 * `npm run fuzz -- --requests 60000 --seed 1 --database postgresql`: sends random requests made
 * from the OpenAPI description. Exits with 1 if an answer is not what the description says, if
 * memory or open handles grow to the end, or if a call was never carried out, as in a short run.
 */
import { buildIfStale } from '../../scripts/builds.mjs'
import { startCluster } from '../support/postgresql.ts'
import { readRunOptions } from '../support/run-options.ts'
import { HANDLE_SLACK, runFuzz } from './run-fuzz.ts'

/** Growth of the last third over the third before, for which a long run fails. */
const MOST_GROWTH = 1.1
/** Calls that need others of the same record in their order, which random requests hardly make. */
const RARELY_CARRIED_OUT = ['POST /api/gifts/{id}/cheque/undo', 'POST /api/donors/duplicates/{id}/same']

const { database, seed, count: requests } = readRunOptions('requests', 60_000)
if (!buildIfStale()) process.exit(1)
const stopCluster = database === 'postgresql' ? await startCluster() : async () => undefined
console.log(`${requests} requests on ${database}, seed ${seed}`)
try {
  const figures = await runFuzz({ database, requests, seed, log: console.log })
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
