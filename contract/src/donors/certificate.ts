import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './certificate-schemas.ts'

// Not in the specification; offered by backends of level 1.
export const listCertificates = endpoint<typeof schemas.listCertificates>('GET', '/donors/:id/certificates')
export const addCertificate = endpoint<typeof schemas.addCertificate>('POST', '/donors/:id/certificates')
export const fetchCertificate = endpoint<typeof schemas.fetchCertificate>('GET', '/donors/certificates/:id')
export const deleteCertificate = endpoint<typeof schemas.deleteCertificate>('DELETE', '/donors/certificates/:id')

/** Form 10BE exists for gifts since 1 April 2021 (Income-tax Rules 1962, rule 18AB). */
export const FIRST_CERTIFICATE_YEAR = '2021-22'
/** The largest PDF file. */
export const CERTIFICATE_MAX_BYTES = 10 * 1024 * 1024
/** The longest number on a certificate that tax software accepts. */
export const CERTIFICATE_NUMBER_MAX = 25
