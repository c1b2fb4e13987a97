import { startCluster } from '../support/postgresql.ts'
import { readArguments } from './arguments.ts'
import { isTelling, killContent } from './kill-content.ts'

/** `npm run kill -- --rounds 100 --seed 1 --database postgresql`: the full run. Ends with 1 when something is wrong or proves nothing. */
function argumentsOrExit() {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const { database, rounds, seed } = argumentsOrExit()
const stopCluster = database === 'postgresql' ? await startCluster() : async () => undefined
console.log(`Killing the server on ${database} ${rounds} times, seed ${seed}`)
try {
  const figures = await killContent({ database, rounds, seed, log: console.log })
  console.log(figures)
  if (!isTelling(figures)) {
    console.error(
      'No kill fell between file and row, or none between smaller versions and their row: this run has shown nothing. Run it again, or with more rounds.',
    )
    process.exitCode = 1
  }
} finally {
  await stopCluster()
}
