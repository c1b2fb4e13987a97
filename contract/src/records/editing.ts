import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './editing-schemas.ts'

/** Not in the specification; offered by backends of level 1. */
export const reportEditing = endpoint<typeof schemas.reportEditing>('POST', '/editing')

/** How often a client reports an open form, in ms. The server forgets a form after three times that. */
export const REPORT_EDITING_EVERY_MS = 30_000
