import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './list-entry-schemas.ts'

export const readLists = endpoint<typeof schemas.readLists>('GET', '/lists')
export const addPurpose = endpoint<typeof schemas.addPurpose>('POST', '/lists/purposes')
export const updatePurpose = endpoint<typeof schemas.updatePurpose>('PUT', '/lists/purposes/:id')
export const savePurposePositions = endpoint<typeof schemas.savePurposePositions>('PUT', '/lists/purposes/order')
export const addInstitution = endpoint<typeof schemas.addInstitution>('POST', '/lists/institutions')
export const updateInstitution = endpoint<typeof schemas.updateInstitution>('PUT', '/lists/institutions/:id')
export const saveInstitutionPositions = endpoint<typeof schemas.saveInstitutionPositions>(
  'PUT',
  '/lists/institutions/order',
)
export const listChoices = endpoint<typeof schemas.listChoices>('GET', '/donate/choices')

/** In characters. */
export const ENTRY_NAME_MAX = 100

/**
 * Corpus: the donor directs that the trust keeps it. Specific: for the purpose alone. General: for
 * any object of the trust.
 */
export const DONATION_TYPES = ['general', 'specific', 'corpus'] as const
export type DonationType = (typeof DONATION_TYPES)[number]
