import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { HtmlTagDescriptor, Plugin } from 'vite'

const FIRST_PAINT = new URL('./src/page/first-paint.js', import.meta.url)

/**
 * Two files of index.html that Vite leaves out: the classic script that runs before the first
 * paint, under a hashed name, and the files of `src/start`, so that they load beside the entry.
 */
export const startFiles: Plugin = {
  name: 'start-files',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: await firstPaintFile(), source: await readFile(FIRST_PAINT) })
  },
  transformIndexHtml: {
    order: 'post',
    async handler(_html, { bundle }) {
      if (!bundle) return [firstPaint('/src/page/first-paint.js')]
      const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'start')
      if (start?.type !== 'chunk') return [] // another page, such as one of the benchmarks
      const scripts = [start.fileName, ...start.imports]
      const styles = [...(start.viteMetadata?.importedCss ?? [])]
      return [
        firstPaint(`/${await firstPaintFile()}`),
        ...scripts.map((file) => link('modulepreload', file)),
        ...styles.map((file) => link('stylesheet', file)),
      ]
    },
  },
}

function link(rel: string, file: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `/${file}` }, injectTo: 'head' }
}

function firstPaint(src: string): HtmlTagDescriptor {
  return { tag: 'script', attrs: { src } }
}

async function firstPaintFile(): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(FIRST_PAINT))
    .digest('base64url')
  return `assets/first-paint-${hash.slice(0, 8)}.js`
}
