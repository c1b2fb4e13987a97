import type * as schemas from './admin-schemas.ts'
import { endpoint } from './endpoint.ts'

export const getCurrentAdmin = endpoint<typeof schemas.getCurrentAdmin>('GET', '/admin/me')
export const listAdmins = endpoint<typeof schemas.listAdmins>('GET', '/admin')
