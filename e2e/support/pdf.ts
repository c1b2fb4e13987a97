import { PDFiumLibrary } from '@hyzyla/pdfium'

/** The text of a PDF without white space, since PDF libraries only infer the spaces. */
export async function textOfPdf(file: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(file)
    const text = [...document.pages()].map((page) => page.getText()).join('\n')
    document.destroy()
    return text.replace(/\s+/g, '')
  } finally {
    library.destroy()
  }
}
