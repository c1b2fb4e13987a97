// `npm run check`: checks types, lint and format, imports, and dead code.
import { checkSteps } from './check-steps.mjs'
import { ensureInstalled } from './install.mjs'
import { runSteps } from './steps.mjs'
import { closingLine } from './test-count.mjs'

ensureInstalled('test')
const counts = await runSteps(checkSteps)
console.log(closingLine(counts))
process.exit(counts.failed.length > 0 ? 1 : 0)
