// `npm run build`: builds the panel into panel/dist.
import { ensureInstalled } from './install.mjs'
import { buildPanel } from './panel-build.mjs'

ensureInstalled()
if (!buildPanel()) process.exit(1)
console.log('The panel is in panel/dist.')
