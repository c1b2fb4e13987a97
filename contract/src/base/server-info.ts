import { endpoint } from './endpoint.ts'
import type * as schemas from './server-info-schemas.ts'

export const getHealth = endpoint<typeof schemas.getHealth>('GET', '/health')
export const getOpenApi = endpoint<typeof schemas.getOpenApi>('GET', '/openapi.json')
