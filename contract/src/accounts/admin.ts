import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './admin-schemas.ts'

/**
 * Whether a backend has every call of the contract. A plain backend (no `level`) has those of the
 * specification alone.
 */
export function isExtended({ level = 0 }: { level?: number | undefined }): boolean {
  return level >= 1
}

export const getCurrentAdmin = endpoint<typeof schemas.getCurrentAdmin>('GET', '/admin/me')
/** Not in the specification; offered by backends of level 1. */
export const setLanguage = endpoint<typeof schemas.setLanguage>('PUT', '/admin/me/language')

export const listAdmins = endpoint<typeof schemas.listAdmins>('GET', '/admin')
export const addAdmin = endpoint<typeof schemas.addAdmin>('POST', '/admin/addadmin')
export const updateAdmin = endpoint<typeof schemas.updateAdmin>('PUT', '/admin/:id')
export const deleteAdmin = endpoint<typeof schemas.deleteAdmin>('DELETE', '/admin/:id')
export const updatePassword = endpoint<typeof schemas.updatePassword>('PUT', '/admin/update-password')

/** Not in the specification; offered by backends of level 1 (reading A15). */
export const listSuperadmins = endpoint<typeof schemas.listSuperadmins>('GET', '/admin/superadmins')
