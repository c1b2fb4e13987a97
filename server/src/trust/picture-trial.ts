import { text } from 'node:stream/consumers'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { TrustPicture } from './trust-settings.ts'

/**
 * A program that prints each picture of its input as receipts do. It writes a line when it is ready
 * and one after each picture. A process of its own, because the compiler's 60 MB would stay with
 * the server.
 */

/** A folder that the compiler may read, and where nothing else is. */
const WORKSPACE = '/pictures'

// Without fonts, which take time to read: text in a picture is then left out, which is no failure.
const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontBlobs: [] }] })
process.stdout.write('ready\n')
const pictures: TrustPicture[] = JSON.parse(await text(process.stdin))
for (const [index, { type, base64 }] of pictures.entries()) {
  const name = `/${index}.${type}`
  compiler.mapShadow(WORKSPACE + name, Buffer.from(base64, 'base64'))
  const { result } = compiler.compile({ mainFileContent: '#image(sys.inputs.path)', inputs: { path: name } })
  if (!result) break
  compiler.pdf(result)
  process.stdout.write('printed\n')
}
