import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './purpose-mapping-schemas.ts'

export const listPurposeTexts = endpoint<typeof schemas.listPurposeTexts>('GET', '/lists/purposes/texts')
export const savePurposeMappings = endpoint<typeof schemas.savePurposeMappings>('PUT', '/lists/purposes/texts')

/** Texts that one save maps at most. */
export const MAPPINGS_MAX = 200

/** `open`: of donations without a purpose of the list. `mapped`: of donations with one, or mapped to one. */
export const TEXT_STATES = ['open', 'mapped'] as const
export type TextState = (typeof TEXT_STATES)[number]
