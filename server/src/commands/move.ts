import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { StartError } from '../errors.ts'
import { fromUser } from './archive-arguments.ts'
import { readArguments, runCommand } from './command-line.ts'
import { runMove } from './run-move.ts'

// `npm run move -- --to DATABASE_URL --data-dir DIR`, from the place that the settings name, whose
// servers are stopped. Exits with 0 if everything is moved, else with 2.

const OPTIONS = { to: { type: 'string' }, media: { type: 'string' }, 'data-dir': { type: 'string' } } as const
const USAGE =
  'Usage: npm run move -- --to DATABASE_URL or --to sqlite, with --data-dir DIR, an empty folder, and with --media s3://BUCKET/PREFIX or --media disk, which is the default.'

await runCommand(2, async () => {
  const { env } = process
  const { to, media = 'disk', 'data-dir': folder } = readArguments({ options: OPTIONS }, () => USAGE).values
  const bucket = /^s3:\/\/([^/]+)\/?(.*)$/.exec(media)
  if (!to || !folder || (!bucket && media !== 'disk')) throw new StartError(USAGE)
  const dataDir = fromUser(folder, env)
  const settings = {
    DATA_DIR: dataDir,
    KEYS_DIR: join(dataDir, 'keys'),
    DATABASE_URL: to === 'sqlite' ? '' : to,
    DATABASE_URL_FILE: '',
    MEDIA_STORE: bucket ? 's3' : 'disk',
    S3_BUCKET: bucket?.[1] ?? '',
    S3_PREFIX: bucket?.[2] ?? '',
    // Without a bucket there is nothing to redirect to.
    ...(!bucket && { MEDIA_DELIVERY: 'server' }),
  }
  await runMove(readConfig(env), readConfig({ ...env, ...settings }), console.log)
  console.log(
    'Left out: sessions, remembered devices, counted requests and open forms. Everyone signs in again. The receipts go on at their next numbers.',
  )
  console.log('The source is as it was: do not start a server there again. Set in .env, and start the server:')
  for (const [name, value] of Object.entries({ ...settings, DATABASE_URL: to === 'sqlite' ? '' : hidePassword(to) }))
    console.log(`${name}=${value}`)
  return 0
})

function hidePassword(url: string): string {
  return url.replace(/:[^:@/]*@/, ':PASSWORD@')
}
