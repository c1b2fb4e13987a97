import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:css|html|js|svg)$/
/** Bytes. Compressing a smaller file saves no network packet. */
const WORTH_IT = 1024

/**
 * Writes a `.br` and a `.gz` file for each text file of the build, at the highest compression
 * level.
 */
export const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  async writeBundle({ dir }) {
    if (!dir) return
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
    await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))))
  },
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.byteLength < WORTH_IT) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }))
}
