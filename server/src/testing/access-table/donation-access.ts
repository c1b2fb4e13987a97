/** Rows of the access table for lists, figures and single donations; `id` is that of no record. */
export function donationAccess(id: string) {
  return [
    {
      route: 'GET /api/donate',
      call: { url: '/api/donate' },
      allowed: ['Donations', 'UserInformation', 'All', 'superadmin'] as const,
    },
    ...['summary', 'summary/matches', 'export', 'fields', 'groups', 'accountant'].map((name) => ({
      route: `GET /api/donate/${name}`,
      call: { url: `/api/donate/${name}` },
      allowed: ['Donations', 'All', 'superadmin'] as const,
    })),
    ...(['GET', 'DELETE'] as const).map((method) => ({
      route: `${method} /api/donate/:id`,
      call: { method, url: `/api/donate/${id}` },
      allowed: ['Donations', 'UserInformation', 'All', 'superadmin'] as const,
    })),
    {
      route: 'POST /api/donate/:id/numbers',
      call: { method: 'POST' as const, url: `/api/donate/${id}/numbers` },
      allowed: ['Donations', 'All', 'superadmin'] as const,
    },
  ]
}
