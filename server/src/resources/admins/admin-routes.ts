import { getCurrentAdmin, listAdmins } from '@sevadesk/contract/admin.ts'
import * as schemas from '@sevadesk/contract/admin-schemas.ts'
import { DONATIONS_PAGED, DONATIONS_RESTORE } from '@sevadesk/contract/donation.ts'
import { mayOpen } from '@sevadesk/contract/section.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import * as store from './admin-store.ts'

/** What this server offers beyond the specification; the panel works without any of it. */
const CAPABILITIES = ['photos.one-by-one', 'media.download', 'uploads.once', DONATIONS_PAGED, DONATIONS_RESTORE]

export function adminRoutes(app: FastifyInstance, { config, db }: Parts): void {
  const uploadLimits = {
    photoBytes: config.photoMaxBytes,
    photoFiles: config.photoMaxFiles,
    videoBytes: config.videoMaxBytes,
  }

  route(app, getCurrentAdmin, schemas.getCurrentAdmin, 'signed-in', { isOpenBeforePasswordChange: true })(
    ({ admin }) => ({
      _id: admin.id,
      username: admin.username,
      email: admin.email,
      role: admin.role,
      sections: [...admin.sections],
      createdAt: admin.createdAt,
      capabilities: CAPABILITIES,
      uploadLimits,
      ...(admin.mustChangePassword && { mustChangePassword: true }),
    }),
  )

  route(app, listAdmins, schemas.listAdmins, ['Admin', 'Dashboard'])(async ({ admin }) => {
    const admins = await store.listAdmins(db)
    if (mayOpen(admin, 'Admin')) return { success: true, data: admins }
    return { success: true, data: admins.map(({ _id, username, role }) => ({ _id, username, role })) }
  })
}
