import { formCall } from '../requests/form-call.ts'

const READS = ['', '/duplicates', '/:id', '/:id/gifts']
/** With an invalid body where there is one, so that no call changes anything. */
const WRITES = [
  ['POST', '', { name: '' }],
  ['PUT', '/:id', { name: '' }],
  ['POST', '/:id/numbers', undefined],
  ['POST', '/:id/merge', {}],
  ['POST', '/merges/:id/undo', undefined],
  ['POST', '/duplicates/:id/dismiss', undefined],
  ['POST', '/duplicates/:id/same', undefined],
] as const

const PRIVATE_CALLS = [
  ['GET', '/:id/receipts'],
  ['GET', '/:id/certificates'],
  ['POST', '/:id/certificates'],
  ['GET', '/certificates/:id'],
  ['DELETE', '/certificates/:id'],
] as const

/** Rows of the access table for donors; `id` is that of no record. */
export function donorAccess(id: string) {
  return [
    ...READS.map((path) => ({
      route: `GET /api/donors${path}`,
      call: { url: `/api/donors${path.replace(':id', id)}` },
      allowed: ['Donations', 'UserInformation', 'All', 'superadmin'] as const,
    })),
    ...PRIVATE_CALLS.map(([method, path]) => ({
      route: `${method} /api/donors${path}`,
      call: {
        method,
        url: `/api/donors${path.replace(':id', id)}`,
        ...(method === 'POST' && formCall({ year: '2025-26' })),
      },
      allowed: ['Donations', 'All', 'superadmin'] as const,
    })),
    ...WRITES.map(([method, path, payload]) => ({
      route: `${method} /api/donors${path}`,
      call: { method, url: `/api/donors${path.replace(':id', id)}`, ...(payload && { payload }) },
      allowed: ['Donations', 'All', 'superadmin'] as const,
    })),
  ]
}
