/** The routes of login sessions, for the table of who may call which route. */
export function sessionAccess(id: string) {
  return [
    { route: 'GET /api/admin/sessions', call: { url: '/api/admin/sessions' } },
    {
      route: 'POST /api/admin/sessions/:sessionId/revoke',
      call: { method: 'POST', url: `/api/admin/sessions/${id}/revoke` },
    },
    {
      route: 'POST /api/admin/sessions/revoke-others',
      call: { method: 'POST', url: '/api/admin/sessions/revoke-others' },
    },
    {
      route: 'DELETE /api/admin/sessions/:sessionId',
      call: { method: 'DELETE', url: `/api/admin/sessions/${id}` },
    },
  ] as const
}
