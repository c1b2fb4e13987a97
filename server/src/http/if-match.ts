import { badRequest } from '../errors.ts'
import { localised } from '../text/localised-text.ts'

const STRONG_TAG = /^"([^"]*)"$/

/**
 * Returns the version that a save began from; undefined for any version. Throws badRequest() for
 * anything but one strong tag or `*`: the panel sends no list.
 */
export function readIfMatch({ headers }: { headers: { 'if-match'?: string | undefined } }): string | undefined {
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  const version = STRONG_TAG.exec(header)?.[1]
  if (version !== undefined) return version
  throw badRequest(localised('The header If-Match must be a version in quotation marks, such as "3", or *.'))
}
