import { endpoint } from './endpoint.ts'
import type * as schemas from './server-info-schemas.ts'

export const getHealth = endpoint<typeof schemas.getHealth>('GET', '/health')
export const getReady = endpoint<typeof schemas.getReady>('GET', '/ready')
export const getOpenApi = endpoint<typeof schemas.getOpenApi>('GET', '/openapi.json')
