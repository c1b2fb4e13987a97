/** Code of the 412 response to a save that began from another version. */
export const VERSION_CONFLICT = 'version_conflict'

/** The value of `If-Match` for a save that began from `version` (RFC 9110, section 13.1.1). */
export function versionTag(version: number): string {
  return `"${version}"`
}
