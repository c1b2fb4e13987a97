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

/** The current admin. `capabilities` names what this server offers beyond the specification. */
export const CurrentAdmin = Type.Object({ ...Admin.properties, capabilities: Type.Array(Type.String()) })
export type CurrentAdmin = Static<typeof CurrentAdmin>

/** One entry of the admin list. A caller who holds Dashboard but not Admin gets only what it takes to count. */
export const AdminListEntry = Type.Union([Admin, Type.Pick(Admin, ['_id', 'username', 'role'])])
export type AdminListEntry = Static<typeof AdminListEntry>

export const getCurrentAdmin = { response: CurrentAdmin }
export const listAdmins = { response: success(Type.Array(AdminListEntry)) }
