import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const FOLDER = join(import.meta.dirname, 'dist')
/**
 * Packages that look for native code or workers beside themselves; pg for the optional pg-native;
 * unhomoglyph for its table, which only a new username needs.
 */
const SEPARATE = ['@myriaddreamin/typst-ts-node-compiler', '@node-rs/argon2', 'pg', 'piscina', 'sharp', 'unhomoglyph']

/**
 * Rewrites `import.meta.url` and `import.meta.dirname` to the source's location, beside which fonts
 * and workers are.
 */
const sourceLocations: Plugin = {
  name: 'source-locations',
  enforce: 'pre',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.' },
    handler(code, id) {
      const other = /import\.meta\.(?!(?:url|dirname)\b)\w+/.exec(code)
      if (other) throw new Error(`${id} uses ${other[0]}, which the build does not rewrite.`)
      const file = JSON.stringify(relative(FOLDER, id))
      const folder = JSON.stringify(`/${relative(FOLDER, dirname(id))}`)
      return code
        .replaceAll('import.meta.url', `new URL(${file}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
    },
  },
}

/** V8 stores a source with any character beyond Latin-1 at two bytes a character: 3 MB more. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = toAscii(chunk.code)
  },
}

function toAscii(code: string): string {
  // There an escape would change the text.
  const unsafe = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f`]/.exec(code)
  if (unsafe) throw new Error(`The build cannot escape ${JSON.stringify(unsafe[0])}.`)
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Loads in a third of the time of its 1400 sources: docs/decisions/0003-node-from-npm.md. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [sourceLocations, asciiOnly],
  ssr: { noExternal: true, external: SEPARATE },
  build: { ssr: 'src/main.ts', target: 'node26', rolldownOptions: { output: { chunkFileNames: '[name]-[hash].js' } } },
})
