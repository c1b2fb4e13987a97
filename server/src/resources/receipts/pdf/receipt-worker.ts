import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { readReceiptFonts } from './receipt-fonts.ts'
import type { PrintAnswer, PrintTask, SheetPicture } from './receipt-sheet.ts'

/**
 * The worker that prints receipts, one after the other. The templates and the fonts are ours; what comes is data alone, handed to the
 * template as JSON, so that nothing in it is ever run as markup.
 */

const TEMPLATES = import.meta.dirname
/** How many sizes each template has, from 0 on, each smaller than the one before. */
const STEPS = 12
/** What the compiler remembers grows by 0.7 MB with each receipt until it is told to forget. */
const FORGET_EVERY = 10
/** Each version of a trust's details has a logo and a signature; there are never many. */
const MOST_PICTURES = 16

const compiler = NodeCompiler.create({
  workspace: TEMPLATES,
  fontArgs: [{ fontBlobs: readReceiptFonts() }],
})
const pictures = new Set<string>()
let printed = 0

function print(task: PrintTask): Uint8Array {
  if (pictures.size > MOST_PICTURES) forgetPictures()
  if (task.kind === 'picture') {
    const picture = { mainFileContent: '#image(sys.inputs.path)', inputs: { path: place(task.picture) ?? '' } }
    return compiler.pdf(layOut(picture))
  }
  const { sheet } = task
  const said = {
    ...sheet,
    trust: { ...sheet.trust, logo: place(sheet.trust.logo) },
    signatory: sheet.signatory && { ...sheet.signatory, picture: place(sheet.signatory.picture) },
  }
  return compiler.pdf(onOnePage(join(TEMPLATES, `receipt-${sheet.layout}.typ`), JSON.stringify(said)))
}

/** In the largest size in which it is one page. */
function onOnePage(mainFilePath: string, receipt: string): NodeTypstDocument {
  for (let step = 0; ; step += 1) {
    const document = layOut({ mainFilePath, inputs: { receipt, step: String(step) } })
    if (document.numOfPages === 1 || step === STEPS - 1) return document
  }
}

function layOut(source: Parameters<NodeCompiler['compile']>[0]): NodeTypstDocument {
  const outcome = compiler.compile(source)
  if (outcome.result) return outcome.result
  throw new Error(`The receipt could not be laid out: ${JSON.stringify(outcome.takeDiagnostics()?.shortDiagnostics)}`)
}

/** Where the template finds the picture. */
function place(picture: SheetPicture | null): string | null {
  if (!picture) return null
  const path = `/pictures/${picture.key}.${picture.type}`
  if (!pictures.has(path)) {
    compiler.mapShadow(join(TEMPLATES, path), Buffer.from(picture.base64, 'base64'))
    pictures.add(path)
  }
  return path
}

function forgetPictures(): void {
  for (const path of pictures) compiler.unmapShadow(join(TEMPLATES, path))
  pictures.clear()
}

function answer(task: PrintTask): PrintAnswer {
  try {
    return { id: task.id, pdf: print(task) }
  } catch (error) {
    return { id: task.id, failure: error instanceof Error ? error.message : String(error) }
  } finally {
    printed += 1
    if (printed % FORGET_EVERY === 0) compiler.evictCache(0)
  }
}

parentPort?.on('message', (task: PrintTask) => parentPort?.postMessage(answer(task)))
