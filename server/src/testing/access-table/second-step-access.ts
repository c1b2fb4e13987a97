import { GALLERY_KEYS, SECTION_KEYS } from '@sevadesk/contract/accounts/section.ts'

const SIGNED_IN = ['no section', ...SECTION_KEYS, ...GALLERY_KEYS, 'superadmin'] as const
const TRUST = '/api/admin/sessions/:sessionId/trust'

/** The rows of two-step sign-in in the table of who may call what. `id` is an unknown one. */
export function secondStepAccess(id: string) {
  return [
    {
      route: 'POST /api/admin/login/second-step',
      call: { method: 'POST', url: '/api/admin/login/second-step', payload: {} },
      allowed: ['nobody', ...SIGNED_IN],
    },
    {
      route: `DELETE ${TRUST}`,
      call: { method: 'DELETE', url: TRUST.replace(':sessionId', id) },
      allowed: SIGNED_IN,
    },
    ...(['GET', 'DELETE'] as const).map((method) => ({
      route: `${method} /api/admin/me/second-step`,
      call: { method, url: '/api/admin/me/second-step' },
      allowed: SIGNED_IN,
    })),
    ...['set-up', 'confirm', 'code', 'recovery-codes'].map((name) => ({
      route: `POST /api/admin/me/second-step/${name}`,
      call: { method: 'POST', url: `/api/admin/me/second-step/${name}`, payload: { code: '-' } } as const,
      allowed: SIGNED_IN,
    })),
  ] as const
}
