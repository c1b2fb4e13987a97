const read = (path: string, url = path) => ({ route: `GET ${path}`, call: { url } })

/** The routes of the settings in the table of who may call what. No call changes anything. */
export const SETTINGS_ROUTES = [
  read('/api/settings'),
  read('/api/settings/export'),
  read('/api/settings/versions/:version', '/api/settings/versions/7'),
  { route: 'PUT /api/settings', call: { method: 'PUT', url: '/api/settings', payload: { content: {} } } },
  { route: 'POST /api/settings/preview', call: { method: 'POST', url: '/api/settings/preview', payload: {} } },
] as const
