import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { HtmlTagDescriptor, Plugin } from 'vite'

const FIRST_PAINT = new URL('./src/page/first-paint.js', import.meta.url)

let base = '/'

/**
 * Adds to index.html what Vite does not: the first-paint script under a hashed name, and preloads of
 * the `start` chunk.
 */
export const startFiles: Plugin = {
  name: 'start-files',
  configResolved: (config) => {
    base = config.base
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: await firstPaintFile(), source: await readFile(FIRST_PAINT) })
  },
  transformIndexHtml: {
    order: 'post',
    async handler(_html, { bundle }) {
      if (!bundle) return [firstPaint('src/page/first-paint.js')]
      const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'start')
      if (start?.type !== 'chunk') return [] // another page, such as one of the benchmarks
      const isEntry = (file: string) =>
        Object.values(bundle).some((chunk) => chunk.type === 'chunk' && chunk.isEntry && chunk.fileName === file)
      const scripts = [start.fileName, ...start.imports].filter((file) => !isEntry(file))
      const styles = [...(start.viteMetadata?.importedCss ?? [])]
      return [
        firstPaint(await firstPaintFile()),
        ...scripts.map((file) => link('modulepreload', file)),
        ...styles.map((file) => link('stylesheet', file)),
      ]
    },
  },
}

function link(rel: string, file: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: base + file }, injectTo: 'head' }
}

function firstPaint(file: string): HtmlTagDescriptor {
  return { tag: 'script', attrs: { src: base + file } }
}

async function firstPaintFile(): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(FIRST_PAINT))
    .digest('base64url')
  return `assets/first-paint-${hash.slice(0, 8)}.js`
}
