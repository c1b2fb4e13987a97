/** Each argument of `npm start`, and what it does. */
const ARGUMENTS = new Map([
  ['--demo', 'fill an empty database with sample photos, videos, events, donations and people'],
  ['--help', 'print this list'],
])

const HELP = [
  'npm start installs what is missing, builds panel and server, and serves them.',
  '',
  ...[...ARGUMENTS].map(([name, purpose]) => `  npm start -- ${name}   ${purpose}`),
  '',
  'Settings come from the environment or the file .env; .env.example lists them.',
].join('\n')

/**
 * Ends the program if it is only to print the help, or does not know an argument.
 * @param {string[]} words
 */
export function answerArguments(words) {
  const unknown = words.find((word) => !ARGUMENTS.has(word))
  if (unknown !== undefined) {
    console.error(`There is no argument "${unknown}"; npm start -- --help lists the arguments.`)
    process.exit(1)
  }
  if (!words.includes('--help')) return
  console.log(HELP)
  process.exit(0)
}
