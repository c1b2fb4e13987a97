import { join } from 'node:path'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { readReceiptFonts } from '../../../text/receipt-fonts.ts'
import type { ReceiptContent, ReceiptPicture } from '../content/receipt-content.ts'

const TEMPLATES = import.meta.dirname
/** Number of sizes in each template; size 0 is the largest. */
const SIZES = 12
/** Receipts between evictions of the compiler's cache, which grows by 0.7 MB with each receipt. */
const EVICT_EVERY = 10
/** Pictures held in memory. Each version of the trust's details has at most two. */
const MAX_PICTURES = 16

const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontBlobs: readReceiptFonts() }] })
const pictures = new Set<string>()
let printed = 0

export function print(content: ReceiptContent): Uint8Array {
  return withDocument(content, (document) => compiler.pdf(document))
}

/** Returns SVG, in which letters are paths. */
export function draw(content: ReceiptContent): string {
  return withDocument(content, (document) => compiler.plainSvg(document))
}

/**
 * Donors' text reaches the template as JSON, never as source, so that none of it runs as markup.
 */
function withDocument<Result>(content: ReceiptContent, use: (document: NodeTypstDocument) => Result): Result {
  if (pictures.size > MAX_PICTURES) removePictures()
  try {
    const { trust, signatory } = content
    const receipt = JSON.stringify({
      ...content,
      trust: { ...trust, logo: addPicture(trust.logo) },
      signatory: signatory && { ...signatory, picture: addPicture(signatory.picture) },
    })
    return use(compileToOnePage(join(TEMPLATES, `receipt-${content.layout}.typ`), receipt))
  } finally {
    printed += 1
    if (printed % EVICT_EVERY === 0) compiler.evictCache(0)
  }
}

function compileToOnePage(mainFilePath: string, receipt: string): NodeTypstDocument {
  for (let size = 0; ; size += 1) {
    const document = compile({ mainFilePath, inputs: { receipt, size: String(size) } })
    if (document.numOfPages === 1 || size === SIZES - 1) return document
  }
}

function compile(source: Parameters<NodeCompiler['compile']>[0]): NodeTypstDocument {
  const outcome = compiler.compile(source)
  if (outcome.result) return outcome.result
  throw new Error(`Could not lay out the receipt: ${JSON.stringify(outcome.takeDiagnostics()?.shortDiagnostics)}`)
}

/** Returns the picture's path for the template. */
function addPicture(picture: ReceiptPicture | null): string | null {
  if (!picture) return null
  const path = `/pictures/${picture.key}.${picture.type}`
  if (!pictures.has(path)) {
    compiler.mapShadow(join(TEMPLATES, path), Buffer.from(picture.base64, 'base64'))
    pictures.add(path)
  }
  return path
}

function removePictures(): void {
  for (const path of pictures) compiler.unmapShadow(join(TEMPLATES, path))
  pictures.clear()
}
