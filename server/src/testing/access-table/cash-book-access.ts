/** The routes of cash book and deposits in the table of who may call what. No call changes anything. */
export function cashBookAccess(id: string) {
  return [
    { route: 'GET /api/cash-books', call: { url: '/api/cash-books' } },
    { route: 'GET /api/cash-book/:day', call: { url: '/api/cash-book/2026-11-20' } },
    { route: 'POST /api/cash-book/:day/close', call: { method: 'POST', url: '/api/cash-book/2100-01-01/close' } },
    { route: 'GET /api/deposit-slips', call: { url: '/api/deposit-slips' } },
    { route: 'GET /api/deposit-slips/open', call: { url: '/api/deposit-slips/open' } },
    { route: 'GET /api/deposit-slips/:id', call: { url: `/api/deposit-slips/${id}` } },
    { route: 'POST /api/deposit-slips', call: { method: 'POST', url: '/api/deposit-slips', payload: {} } },
    {
      route: 'POST /api/deposit-slips/:id/cancel',
      call: { method: 'POST', url: `/api/deposit-slips/${id}/cancel` },
    },
  ] as const
}
