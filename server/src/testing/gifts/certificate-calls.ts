import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import { formOf } from '../requests/forms.ts'

/** A form with a certificate, for `app.inject`. */
export function certificateForm(year = '2025-26', number?: string, bytes: Uint8Array = examplePdf([])) {
  const file = { field: 'file', name: 'certificate.pdf', bytes, type: 'application/pdf' }
  return formOf(['year', year], ...(number === undefined ? [] : [['number', number] as const]), file)
}
