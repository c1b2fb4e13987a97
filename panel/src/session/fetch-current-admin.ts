import { getCurrentAdmin, isExtended } from '@sevadesk/contract/accounts/admin.ts'
import type { CurrentAdmin, UploadLimits } from '@sevadesk/contract/accounts/admin-schemas.ts'
import type { DonationRight } from '@sevadesk/contract/accounts/donation-rights.ts'
import { landingPath, SECTION_PATHS } from '@sevadesk/contract/accounts/section.ts'
import { LANGUAGES } from '@sevadesk/contract/base/language.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { removeDeviceMark } from '../api/identity/device-mark.ts'
import { acceptSessionMark, readSessionMark } from '../api/identity/session-mark.ts'
import {
  type Fields,
  isRecord,
  readInteger,
  readRecord,
  readText,
  readTexts,
  readTimestamp,
  readVersion,
} from '../api/records/fields.ts'
import { sweepDrafts } from './drafts/draft-storage.ts'
import { forgetRights, type Rights, rememberRights } from './remembered-rights.ts'

// Without the query client: the login screen does not load it.

/**
 * The first check of a page. Any failure means that nobody is signed in (specification, section 4).
 */
export async function findSignedInAdmin(): Promise<CurrentAdmin | null> {
  try {
    const admin = await fetchCurrentAdmin()
    acceptSessionMark(readSessionMark())
    rememberRights(admin)
    sweepDrafts(admin._id || admin.username)
    return admin
  } catch {
    forgetRights()
    sweepDrafts()
    return null
  }
}

/**
 * Asks the server who is signed in. Repeats the request if another tab logs in or out before the
 * response arrives. Throws ApiError.
 */
export async function fetchCurrentAdmin(signal?: AbortSignal): Promise<CurrentAdmin> {
  const mark = readSessionMark()
  try {
    const admin = readCurrentAdmin(await call(getCurrentAdmin, {}, { ...(signal && { signal }), anySession: true }))
    if (!isExtended(admin)) removeDeviceMark()
    if (mark === readSessionMark()) return admin
  } catch (error) {
    if (mark === readSessionMark()) {
      if (isSignedOut(error)) acceptSessionMark(mark)
      throw error
    }
  }
  return fetchCurrentAdmin(signal)
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** The first page after a login. */
export function startPath(admin: Rights): string {
  const section = requiredSection(admin)
  return section ? SECTION_PATHS[section] : landingPath(admin)
}

/**
 * The only page of an account that must do something first: change a temporary password, or set up
 * the second step of its sign-ins.
 */
export function requiredSection({
  mustChangePassword,
  mustSetUpSecondStep,
}: Pick<Rights, 'mustChangePassword' | 'mustSetUpSecondStep'>): 'UpdatePassword' | 'Profile' | undefined {
  if (mustChangePassword) return 'UpdatePassword'
  return mustSetUpSecondStep ? 'Profile' : undefined
}

/** Reads a response of `/admin/me`. Throws ApiError if it holds no admin. */
export function readCurrentAdmin(response: unknown): CurrentAdmin {
  const fields = currentAdminFields(response)
  const version = readVersion(fields.version)
  const language = LANGUAGES.find(({ code }) => code === fields.language)
  return {
    _id: readText(fields._id),
    username: readText(fields.username),
    email: readText(fields.email),
    role: fields.role === 'superadmin' ? 'superadmin' : 'admin',
    sections: readTexts(fields.sections),
    ...(Array.isArray(fields.donationRights) && {
      donationRights: readTexts(fields.donationRights) as DonationRight[],
    }),
    createdAt: readTimestamp(fields.createdAt),
    level: readLevel(fields),
    ...(version !== undefined && { version }),
    ...(fields.mustChangePassword === true && { mustChangePassword: true }),
    ...(fields.mustSetUpSecondStep === true && { mustSetUpSecondStep: true }),
    ...(language && { language: language.code }),
    ...(Number.isInteger(fields.trashDays) && { trashDays: Number(fields.trashDays) }),
    ...(isRecord(fields.uploadLimits) && { uploadLimits: readLimits(fields.uploadLimits) }),
  }
}

/** A server of the previous version has no level but a list of capabilities. Remove this with the next version. */
function readLevel({ level, capabilities }: Fields): number {
  return readInteger(level) ?? (readTexts(capabilities).length > 0 ? 1 : 0)
}

/**
 * The admin's fields as the backend sent them, bare or wrapped in `data` or `admin`. Throws
 * ApiError if there are none.
 */
export function currentAdminFields(response: unknown): Fields {
  const { data, admin } = readRecord(response)
  const fields = [response, data, admin, readRecord(data).admin]
    .filter(isRecord)
    .find(({ _id, username, role }) => _id || username || role)
  if (!fields) throw new ApiError({ kind: 'bad-response', status: 200 })
  return fields
}

function readLimits(limits: Fields): UploadLimits {
  return {
    photoBytes: readLimit(limits.photoBytes),
    photoFiles: readLimit(limits.photoFiles),
    videoBytes: readLimit(limits.videoBytes),
  }
}

function readLimit(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : Number.POSITIVE_INFINITY
}
