import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** In the folder of the build. */
export const CHUNK_LIST = '.vite/chunks.json'

export type BuiltChunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'name' | 'isEntry' | 'facadeModuleId' | 'moduleIds' | 'imports'
> & { styles: string[] }

/** Writes what each script of the build holds and imports, for the tests of panel/checks. */
export const chunkList: Plugin = {
  name: 'chunk-list',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const chunks = Object.values(bundle).flatMap((file): BuiltChunk[] => {
      if (file.type !== 'chunk') return []
      const { fileName, name, isEntry, facadeModuleId, moduleIds, imports } = file
      const styles = [...(file.viteMetadata?.importedCss ?? [])]
      return [{ fileName, name, isEntry, facadeModuleId, moduleIds, imports, styles }]
    })
    await mkdir(dirname(join(dir, CHUNK_LIST)), { recursive: true })
    await writeFile(join(dir, CHUNK_LIST), JSON.stringify(chunks).replaceAll(dirname(import.meta.dirname), ''))
  },
}
