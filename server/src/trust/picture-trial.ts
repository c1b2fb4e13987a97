import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { TrustPicture } from './trust-settings.ts'

/**
 * A program that compiles each picture of its input alone, without fonts. It prints the index of
 * the first that fails, or -1. A process of its own, because the compiler's 60 MB would stay with
 * the server.
 */

/** The compiler may read this folder, which does not exist: the pictures are in memory. */
const WORKSPACE = join(import.meta.dirname, 'pictures')

// Without fonts, which take time to read: text in a picture is then left out, which is no failure.
const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontBlobs: [] }] })
const pictures: TrustPicture[] = JSON.parse(await text(process.stdin))
const damaged = pictures.findIndex((picture, index) => !isPrintable(picture, `/${index}.${picture.type}`))
process.stdout.write(String(damaged))

function isPrintable({ base64 }: TrustPicture, path: string): boolean {
  compiler.mapShadow(WORKSPACE + path, Buffer.from(base64, 'base64'))
  try {
    const { result } = compiler.compile({ mainFileContent: '#image(sys.inputs.path)', inputs: { path } })
    if (result) compiler.pdf(result)
    return result !== null
  } catch {
    return false
  }
}
