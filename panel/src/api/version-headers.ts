import { versionTag } from '@sevadesk/contract/records/version.ts'

/** Names the version that a save began from; no header without one. */
export function versionHeaders(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { 'If-Match': versionTag(version) }
}
