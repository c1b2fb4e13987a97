const ID = 'aaaaaaaaaaaaaaaaaaaaaaaa'

/** Calls of superadmins that change the lists, and of what leads there. Invalid, so that none changes anything. */
export const LIST_ROUTES = [
  { route: 'POST /api/lists/purposes', call: { method: 'POST', url: '/api/lists/purposes', payload: {} } },
  { route: 'PUT /api/lists/purposes/:id', call: { method: 'PUT', url: `/api/lists/purposes/${ID}`, payload: {} } },
  { route: 'PUT /api/lists/purposes/order', call: { method: 'PUT', url: '/api/lists/purposes/order', payload: {} } },
  { route: 'GET /api/lists/purposes/texts', call: { url: '/api/lists/purposes/texts' } },
  { route: 'PUT /api/lists/purposes/texts', call: { method: 'PUT', url: '/api/lists/purposes/texts', payload: {} } },
  { route: 'POST /api/lists/institutions', call: { method: 'POST', url: '/api/lists/institutions', payload: {} } },
  {
    route: 'PUT /api/lists/institutions/:id',
    call: { method: 'PUT', url: `/api/lists/institutions/${ID}`, payload: {} },
  },
  {
    route: 'PUT /api/lists/institutions/order',
    call: { method: 'PUT', url: '/api/lists/institutions/order', payload: {} },
  },
] as const
