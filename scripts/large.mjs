// `npm run large`: uploads a video of 1 GB, and a small video so slowly that the upload outlasts
// every timeout of the server.
import { ensureChromium } from './browsers.mjs'
import { runInForeground } from './foreground.mjs'
import { binPath, ensureInstalled } from './install.mjs'

ensureInstalled('test')
const chromium = ensureChromium()
if ('missing' in chromium) {
  console.error(`This needs a browser: ${chromium.missing}.`)
  process.exit(1)
}
const args = ['test', '--project', 'large', ...process.argv.slice(2)]
runInForeground([
  {
    command: binPath('playwright'),
    args,
    env: { TEST_SUITE: 'all', LARGE_VIDEO: 'full', CHROMIUM_PATH: chromium.path },
  },
])
