import { parseArgs } from 'node:util'
import { startCluster } from '../support/postgresql.ts'
import { killUploads } from './kill-uploads.ts'

/** `npm run kill -- --rounds 50 --seed 1 --database postgresql`: the full run. Ends with 1 when something is wrong or proves nothing. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: `${Math.floor(Math.random() * 2 ** 32)}` },
    database: { type: 'string', default: 'sqlite' },
  },
})
const database = values.database === 'postgresql' ? 'postgresql' : 'sqlite'
const stopCluster = database === 'postgresql' ? await startCluster() : async () => undefined
console.log(`Killing the server on ${database} ${values.rounds} times, seed ${values.seed}`)
try {
  const figures = await killUploads({
    database,
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    log: console.log,
  })
  console.log(figures)
  if (figures.betweenFileAndRow === 0) {
    console.error('No kill fell between file and row: this run has shown nothing. Run it again, or with more rounds.')
    process.exitCode = 1
  }
} finally {
  await stopCluster()
}
