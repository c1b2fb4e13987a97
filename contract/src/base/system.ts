import { endpoint } from './endpoint.ts'
import type * as schemas from './system-schemas.ts'

export const getSystem = endpoint<typeof schemas.getSystem>('GET', '/system')
