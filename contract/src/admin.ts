import type * as schemas from './admin-schemas.ts'
import { endpoint } from './endpoint.ts'

export const getCurrentAdmin = endpoint<typeof schemas.getCurrentAdmin>('GET', '/admin/me')
export const listAdmins = endpoint<typeof schemas.listAdmins>('GET', '/admin')
export const addAdmin = endpoint<typeof schemas.addAdmin>('POST', '/admin/addadmin')
export const updateAdmin = endpoint<typeof schemas.updateAdmin>('PUT', '/admin/:id')
export const deleteAdmin = endpoint<typeof schemas.deleteAdmin>('DELETE', '/admin/:id')
export const updatePassword = endpoint<typeof schemas.updatePassword>('PUT', '/admin/update-password')
