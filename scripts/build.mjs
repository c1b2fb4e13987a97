// `npm run build`: builds panel/dist and server/dist.

import { buildAll } from './builds.mjs'
import { ensureInstalled } from './install.mjs'

ensureInstalled()
if (!buildAll()) process.exit(1)
console.log('The panel is in panel/dist, the server in server/dist.')
