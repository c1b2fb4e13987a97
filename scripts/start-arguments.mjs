import { isRelease } from './install.mjs'

const START = isRelease ? './start' : 'npm start --'

/** Each argument of `npm start`, and what it does. */
const ARGUMENTS = new Map([
  ['--demo', 'fill an empty database with sample photos, videos, events, donations and people'],
  ['--new-database', 'use the data folder with a new or another database; needed once'],
  ['--help', 'print this list'],
])

const HELP = [
  isRelease
    ? './start serves panel and server.'
    : 'npm start installs what is missing, builds panel and server, and serves them.',
  '',
  ...[...ARGUMENTS].map(([name, purpose]) => `  ${START} ${name}   ${purpose}`),
  '',
  'Settings come from the environment or the file .env; .env.example lists them.',
].join('\n')

/**
 * Prints the help, or rejects an unknown argument, and exits. Otherwise returns.
 * @param {string[]} args
 */
export function handleArguments(args) {
  const unknown = args.find((arg) => !ARGUMENTS.has(arg))
  if (unknown !== undefined) {
    console.error(`There is no argument "${unknown}"; ${START} --help lists the arguments.`)
    process.exit(1)
  }
  if (!args.includes('--help')) return
  console.log(HELP)
  process.exit(0)
}
