const WRITES = [
  // Invalid, so that no allowed caller adds a gift.
  ['POST', '', {}],
  ['PUT', '/:id', {}],
  ['POST', '/:id/cheque', { step: 'cleared', on: '2026-04-01' }],
  ['POST', '/:id/cheque/undo', { step: 'cleared' }],
  ['POST', '/:id/receipt', undefined],
] as const

/** Rows of the access table for gifts by hand; `id` is that of no record. */
export function giftAccess(id: string) {
  const allowed = ['Donations', 'All', 'superadmin'] as const
  return [
    { route: 'GET /api/gifts/:id', call: { url: `/api/gifts/${id}` }, allowed },
    ...WRITES.map(([method, path, payload]) => ({
      route: `${method} /api/gifts${path}`,
      call: { method, url: `/api/gifts${path.replace(':id', id)}`, payload },
      allowed,
    })),
  ]
}
