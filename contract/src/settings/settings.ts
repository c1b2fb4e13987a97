import { endpoint } from '../base/endpoint.ts'
import type * as schemas from './settings-schemas.ts'

export const getSettings = endpoint<typeof schemas.getSettings>('GET', '/settings')
export const getSettingsVersion = endpoint<typeof schemas.getSettingsVersion>('GET', '/settings/versions/:version')
export const saveSettings = endpoint<typeof schemas.saveSettings>('PUT', '/settings')
export const previewSettings = endpoint<typeof schemas.previewSettings>('POST', '/settings/preview')
export const exportSettings = endpoint<typeof schemas.exportSettings>('GET', '/settings/export')

/** Bytes of a picture before base64: it is stored in the database and printed on every receipt. */
export const SETTINGS_PICTURE_MAX_BYTES = 1024 * 1024
