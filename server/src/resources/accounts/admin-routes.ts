import {
  addAdmin,
  deleteAdmin,
  getCurrentAdmin,
  listAdmins,
  listSuperadmins,
  setLanguage,
  updateAdmin,
  updatePassword,
} from '@sevadesk/contract/accounts/admin.ts'
import * as schemas from '@sevadesk/contract/accounts/admin-schemas.ts'
import { mayOpen } from '@sevadesk/contract/accounts/section.ts'
import type { FastifyInstance } from 'fastify'
import { isId } from '../../db/id.ts'
import type { AppDependencies } from '../../dependencies.ts'
import { forbidden } from '../../errors.ts'
import { assertMayOpen } from '../../http/access.ts'
import { runIdempotently } from '../../http/idempotency/run-idempotently.ts'
import { readIfMatch, route } from '../../http/route.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { type LocalisedText, localised, requestedLanguage } from '../../text/localised-text.ts'
import * as service from './admin-service.ts'
import { noSuchAdmin } from './admin-service.ts'
import * as store from './admin-store.ts'
import * as passwords from './password-service.ts'

/** For panels of the previous version, which ask by name; remove with the next version. */
const CAPABILITIES = [
  'photos.one-by-one',
  'media.download',
  'uploads.once',
  'creates.once',
  'admins.superadmins',
  'donations.paged',
  'admins.language',
  'login.device',
  'messages.paged',
  'payments.held',
  'events.dates',
  'videos.posters',
  'donations.statuses',
  'donations.ranges',
  'donations.groups',
  'login.second-step',
  'system',
  'versions',
  'history',
  'trash',
  'lists',
  'settings',
  'donors',
  'gifts.offline',
  'donors.certificates',
]

const PASSWORD_UPDATED: LocalisedText = localised('Password updated successfully')
const LANGUAGE_SAVED: LocalisedText = localised('Language saved')

export function adminRoutes(app: FastifyInstance, { config, db, history }: AppDependencies): void {
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
      ...(admin.donationRights && { donationRights: admin.donationRights }),
      createdAt: admin.createdAt,
      version: admin.version,
      level: 1,
      capabilities: CAPABILITIES,
      uploadLimits,
      trashDays: config.trashDays,
      ...(admin.mustChangePassword && { mustChangePassword: true }),
      ...(admin.mustSetUpSecondStep && { mustSetUpSecondStep: true }),
      ...(admin.language && { language: admin.language }),
    }),
    { isOpenBeforePasswordChange: true },
  )

  route(
    app,
    setLanguage,
    schemas.setLanguage,
    'signed-in',
    async (request) => {
      const { admin, body } = request
      const { language } = body
      await service.updateLanguage({ db, recorder: history.by(request) }, admin, language)
      return { success: true, message: LANGUAGE_SAVED(language) }
    },
    { isOpenBeforePasswordChange: true },
  )

  route(app, listAdmins, schemas.listAdmins, ['Admin', 'Dashboard'], async ({ admin }) => {
    const admins = await store.listAdmins(db)
    if (mayOpen(admin, 'Admin')) return { success: true, data: admins }
    return { success: true, data: admins.map(({ _id, username, role }) => ({ _id, username, role })) }
  })

  route(app, listSuperadmins, schemas.listSuperadmins, ['Admin'], async ({ admin }) => {
    if (admin.role !== 'superadmin') throw forbidden()
    const data = await store.listSuperadmins(db)
    return { success: true, data: data.filter(({ _id }) => _id !== admin.id) }
  })

  route(app, addAdmin, schemas.addAdmin, ['Admin'], async (request) => {
    const { admin, body } = request
    const data = await runIdempotently(request, db, (recordIdempotencyKey) =>
      service.addAdmin({ db, config, recorder: history.by(request), recordIdempotencyKey }, admin, body),
    )
    return { success: true, data, message: 'Admin added successfully' }
  })

  route(
    app,
    updatePassword,
    schemas.updatePassword,
    'signed-in',
    async (request) => {
      const { admin, body, ip, headers } = request
      await passwords.updatePassword({ db, config, recorder: history.by(request) }, admin, {
        ...body,
        ip,
        userAgent: headers['user-agent'] ?? '',
      })
      return { success: true, message: PASSWORD_UPDATED(requestedLanguage(headers['accept-language'])) }
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
      const expectedVersion = readIfMatch(request)
      if (isOwn(admin, params)) {
        const own = { caller: admin, expectedVersion }
        const data = await service.updateProfile({ db, recorder: history.by(request) }, own, body)
        return { success: true, data, message: 'Profile updated successfully' }
      }
      if (!isId(params.id)) throw noSuchAdmin()
      const dependencies = { db, config, recorder: history.by(request) }
      const data = await service.updateAdmin(dependencies, { caller: admin, id: params.id, expectedVersion }, body)
      return { success: true, data, message: 'Admin updated successfully' }
    },
    {
      assertAccess: (request) => {
        if (!isOwn(request.admin, request.params)) assertMayOpen(request, 'Admin')
      },
      bodyToCheck: ({ admin, params, body }) => (isOwn(admin, params) ? nameAndEmail(body) : body),
    },
  )

  route(app, deleteAdmin, schemas.deleteAdmin, ['Admin'], async (request) => {
    const { admin, params } = request
    if (!isId(params.id)) throw noSuchAdmin()
    await service.deleteAdmin({ db, config, recorder: history.by(request) }, { caller: admin, id: params.id })
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
