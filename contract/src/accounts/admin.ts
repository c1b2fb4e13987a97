import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './admin-schemas.ts'

export const getCurrentAdmin = endpoint<typeof schemas.getCurrentAdmin>('GET', '/admin/me')
// Not in the specification; offered by servers with this capability.
export const ADMINS_LANGUAGE = 'admins.language'
export const setLanguage = endpoint<typeof schemas.setLanguage>('PUT', '/admin/me/language')

export const listAdmins = endpoint<typeof schemas.listAdmins>('GET', '/admin')
export const addAdmin = endpoint<typeof schemas.addAdmin>('POST', '/admin/addadmin')
export const updateAdmin = endpoint<typeof schemas.updateAdmin>('PUT', '/admin/:id')
export const deleteAdmin = endpoint<typeof schemas.deleteAdmin>('DELETE', '/admin/:id')
export const updatePassword = endpoint<typeof schemas.updatePassword>('PUT', '/admin/update-password')

/** Not in the specification; offered by servers with the capability below. */
export const listSuperadmins = endpoint<typeof schemas.listSuperadmins>('GET', '/admin/superadmins')

/** The server lists superadmins to a superadmin (reading A15). */
export const ADMINS_SUPERADMINS = 'admins.superadmins'
