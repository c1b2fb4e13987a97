import { build, type Rolldown } from 'vite'

export interface BuiltPanel {
  chunks: Rolldown.OutputChunk[]
  styles: { fileName: string; source: string }[]
  /** The classic script that runs before the first paint. */
  firstPaint: { fileName: string; source: string } | undefined
  page: string
}

/** Builds the panel as `npm run build` does, without writing anything. */
export async function buildPanel(): Promise<BuiltPanel> {
  // Vitest sets it to "test", which would include React's development build.
  process.env.NODE_ENV = 'production'
  const configFile = new URL('../vite.config.ts', import.meta.url).pathname
  const { output } = (await build({ configFile, logLevel: 'warn', build: { write: false } })) as Rolldown.RolldownOutput
  const assets = output
    .filter((file) => file.type === 'asset')
    .map(({ fileName, source }) => ({ fileName, source: String(source) }))
  return {
    chunks: output.filter((file) => file.type === 'chunk'),
    styles: assets.filter(({ fileName }) => fileName.endsWith('.css')),
    firstPaint: assets.find(({ fileName }) => fileName.includes('first-paint')),
    page: assets.find(({ fileName }) => fileName === 'index.html')?.source ?? '',
  }
}

/** The file names of a chunk, its static imports (recursively) and their styles. */
export function loadedWith(panel: BuiltPanel, start: Rolldown.OutputChunk, seen = new Set<string>()): Set<string> {
  if (seen.has(start.fileName)) return seen
  seen.add(start.fileName)
  for (const name of start.imports) {
    const chunk = panel.chunks.find(({ fileName }) => fileName === name)
    if (chunk) loadedWith(panel, chunk, seen)
  }
  for (const name of start.viteMetadata?.importedCss ?? []) seen.add(name)
  return seen
}
