import { type Static, Type } from 'typebox'
import { success } from './envelope-schemas.ts'

export const AdminRole = Type.Union([Type.Literal('admin'), Type.Literal('superadmin')])
export type AdminRole = Static<typeof AdminRole>

/** An admin as answers carry it; the password is never among its fields. `createdAt` is UTC ISO 8601. */
export const Admin = Type.Object({
  _id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  role: AdminRole,
  sections: Type.Array(Type.String()),
  createdAt: Type.String(),
})
export type Admin = Static<typeof Admin>

/** What an upload may be, in bytes and in files per call, so that a person is told before it begins. */
export const UploadLimits = Type.Object({
  photoBytes: Type.Integer(),
  photoFiles: Type.Integer(),
  videoBytes: Type.Integer(),
})
export type UploadLimits = Static<typeof UploadLimits>

/**
 * The current admin. `capabilities` names what this server offers beyond the specification, `uploadLimits` what it takes; a server of the
 * plain contract has neither.
 */
export const CurrentAdmin = Type.Object({
  ...Admin.properties,
  capabilities: Type.Array(Type.String()),
  uploadLimits: Type.Optional(UploadLimits),
})
export type CurrentAdmin = Static<typeof CurrentAdmin>

/** One entry of the admin list. A caller who holds Dashboard but not Admin gets only what it takes to count. */
export const AdminListEntry = Type.Union([Admin, Type.Pick(Admin, ['_id', 'username', 'role'])])
export type AdminListEntry = Static<typeof AdminListEntry>

export const getCurrentAdmin = { response: CurrentAdmin }
export const listAdmins = { response: success(Type.Array(AdminListEntry)) }
