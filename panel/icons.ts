import { join } from 'node:path'
import { icons } from '@iconify-json/lucide'
import type { Plugin } from 'vite'

const PREFIX = '~icons/lucide/'
const COMPONENT = join(import.meta.dirname, 'src/ui/base/icon.tsx')
/** `icon` sets these on the `svg` for all shapes. */
const COMMON = / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g

/**
 * Turns `import X from '~icons/lucide/x'` into a component with the shapes of that Lucide icon. A
 * module of its own for each icon lets the bundler send it with the screens that show it.
 */
export const lucideIcons: Plugin = {
  name: 'lucide-icons',
  enforce: 'pre',
  // The `.jsx` extension makes Vite compile the module. In tests the browser requests it by URL, so it
  // starts with a slash.
  resolveId(source, _importer, { scan }: { isEntry: boolean; scan?: boolean }) {
    if (!source.startsWith(PREFIX)) return undefined
    // Vite's dependency scan cannot load modules of plugins.
    return scan ? { id: source, external: true } : `/${source}.jsx`
  },
  load(id) {
    if (!id.startsWith(`/${PREFIX}`)) return undefined
    const name = id.slice(PREFIX.length + 1, -'.jsx'.length)
    const body = icons.icons[name]?.body
    if (!body) return this.error(`Lucide has no icon "${name}"`)
    return `import { icon } from ${JSON.stringify(COMPONENT)}
export default icon(<>${body.replaceAll(COMMON, '').replaceAll(/<\/?g>/g, '')}</>)`
  },
}
