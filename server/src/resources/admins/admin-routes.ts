import {
  addAdmin,
  deleteAdmin,
  getCurrentAdmin,
  listAdmins,
  updateAdmin,
  updatePassword,
} from '@sevadesk/contract/admin.ts'
import * as schemas from '@sevadesk/contract/admin-schemas.ts'
import { DONATIONS_PAGED, DONATIONS_RESTORE, DONATIONS_STATUSES } from '@sevadesk/contract/donation.ts'
import { mayOpen } from '@sevadesk/contract/section.ts'
import type { FastifyInstance } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { assertMayOpen } from '../../http/access.ts'
import { route } from '../../http/route.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { type LocalisedText, requestedLanguage } from '../../text/localised-text.ts'
import { noSuchAdmin } from './account-change-service.ts'
import * as service from './admin-service.ts'
import * as store from './admin-store.ts'
import * as passwords from './password-service.ts'

/** Features of this server beyond the specification. */
const CAPABILITIES = [
  'photos.one-by-one',
  'media.download',
  'uploads.once',
  DONATIONS_PAGED,
  DONATIONS_RESTORE,
  DONATIONS_STATUSES,
]

const PASSWORD_UPDATED: LocalisedText = { en: 'Password updated successfully', hi: 'पासवर्ड बदल गया' }

export function adminRoutes(app: FastifyInstance, { config, db }: AppDependencies): void {
  const uploadLimits = {
    photoBytes: config.photoMaxBytes,
    photoFiles: config.photoMaxFiles,
    videoBytes: config.videoMaxBytes,
  }

  route(
    app,
    getCurrentAdmin,
    schemas.getCurrentAdmin,
    'signed-in',
    ({ admin }) => ({
      _id: admin.id,
      username: admin.username,
      email: admin.email,
      role: admin.role,
      sections: admin.sections.slice(),
      createdAt: admin.createdAt,
      capabilities: CAPABILITIES,
      uploadLimits,
      ...(admin.mustChangePassword && { mustChangePassword: true }),
    }),
    { isOpenBeforePasswordChange: true },
  )

  route(app, listAdmins, schemas.listAdmins, ['Admin', 'Dashboard'], async ({ admin }) => {
    const admins = await store.listAdmins(db)
    if (mayOpen(admin, 'Admin')) return { success: true, data: admins }
    return { success: true, data: admins.map(({ _id, username, role }) => ({ _id, username, role })) }
  })

  route(app, addAdmin, schemas.addAdmin, ['Admin'], async ({ admin, body }) => {
    const data = await service.addAdmin(db, config, admin, body)
    return { success: true, data, message: 'Admin added successfully' }
  })

  route(
    app,
    updatePassword,
    schemas.updatePassword,
    'signed-in',
    async ({ admin, body, ip, headers }) => {
      await passwords.updatePassword(db, config, admin, { ...body, ip })
      return { success: true, message: PASSWORD_UPDATED[requestedLanguage(headers['accept-language'])] }
    },
    {
      isOpenBeforePasswordChange: true,
      // An omitted field gets the same message as an empty one.
      bodyToCheck: ({ body }) =>
        isForm(body) ? { oldPassword: '', newPassword: '', confirmPassword: '', ...body } : body,
    },
  )

  /** Everyone may change their own account. */
  route(
    app,
    updateAdmin,
    schemas.updateAdmin,
    'signed-in',
    async (request) => {
      const { admin, body, params } = request
      if (isOwn(admin, params)) {
        const data = await service.updateProfile(db, admin, body)
        return { success: true, data, message: 'Profile updated successfully' }
      }
      assertMayOpen(request, 'Admin')
      if (!isId(params.id)) throw noSuchAdmin()
      const data = await service.updateAdmin(db, config, { caller: admin, id: params.id }, body)
      return { success: true, data, message: 'Admin updated successfully' }
    },
    {
      bodyToCheck: ({ admin, params, body }) => (isOwn(admin, params) ? nameAndEmail(body) : body),
    },
  )

  route(app, deleteAdmin, schemas.deleteAdmin, ['Admin'], async ({ admin, params: { id } }) => {
    if (!isId(id)) throw noSuchAdmin()
    await service.deleteAdmin(db, { caller: admin, id })
    return { success: true, message: 'Your admin has been deleted.' }
  })
}

function isOwn(admin: SignedIn | null, params: unknown): boolean {
  return admin !== null && (params as { id?: unknown }).id === admin.id
}

/** Keeps these two; all other fields of the caller's own account are ignored. */
function nameAndEmail(body: unknown): unknown {
  if (!isForm(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([field]) => field === 'username' || field === 'email'))
}

function isForm(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}
