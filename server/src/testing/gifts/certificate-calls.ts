import { examplePdf } from '@sevadesk/demo/example-pdf.ts'
import type { Db } from '../../db/schema.ts'
import { buildDonor } from '../factories.ts'
import { formOf } from '../requests/forms.ts'

/** A form with a certificate, for `app.inject`. */
export function certificateForm(year = '2025-26', number?: string, bytes: Uint8Array = examplePdf([])) {
  const file = { field: 'file', name: 'certificate.pdf', bytes, type: 'application/pdf' }
  return formOf(['year', year], ...(number === undefined ? [] : [['number', number] as const]), file)
}

/**
 * A call that succeeds for each route of certificates but the list. `idOf` makes a call, and
 * returns the id.
 */
export function certificateCalls(
  db: () => Db,
  idOf: (call: { method: 'POST'; url: string; payload: Buffer; headers: Record<string, string> }) => Promise<string>,
) {
  const add = async () => {
    const { id } = await buildDonor(db())
    return { method: 'POST' as const, url: `/api/donors/${id}/certificates`, ...certificateForm() }
  }
  const urlOfAdded = async () => `/api/donors/certificates/${await idOf(await add())}`
  return {
    'POST /api/donors/:id/certificates': add,
    'DELETE /api/donors/certificates/:id': async () => ({ method: 'DELETE' as const, url: await urlOfAdded() }),
    'GET /api/donors/certificates/:id': async () => ({ url: await urlOfAdded() }),
  }
}
