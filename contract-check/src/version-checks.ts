import { VERSION_CONFLICT, versionTag } from '@sevadesk/contract/records/version.ts'
import type { BackendClient, BackendResponse, Credential } from './backend-client.ts'
import { levelOf } from './contract-calls.ts'
import { isRecord } from './find-differences.ts'
import { difference, type Finding } from './finding.ts'
import { preferToken } from './sign-in.ts'
import type { WriteCall } from './write-cases.ts'

/** Whether the backend counts the changes of records. Throws NoResponse. */
export async function countsVersions(client: BackendClient, credential: Credential): Promise<boolean> {
  const me = parse(await client.call('GET', '/admin/me', { credential: preferToken(credential) }))
  return levelOf(me) >= 1
}

/**
 * Saves `call` for a record that was changed since `before` was read: the backend must refuse it,
 * and return the record as it is now. Throws NoResponse.
 */
export async function checkVersions(
  client: BackendClient,
  credential: Credential,
  { call, before }: { call: WriteCall; before: Record<string, unknown> },
): Promise<Finding[]> {
  if (!Number.isInteger(before.version)) return [difference('The record has no integer version.')]
  const { endpoint, path, options } = call
  const headers = { 'if-match': versionTag(Number(before.version)) }
  const response = await client.call(endpoint.method, path, {
    ...options,
    headers,
    credential: preferToken(credential),
  })
  const { code, current } = parse(response)
  if (response.status !== 412)
    return [difference(`A save that began from an older version got status ${response.status}, not 412.`)]
  return [
    ...(code === VERSION_CONFLICT ? [] : [difference(`The code is not ${VERSION_CONFLICT}.`)]),
    ...(isRecord(current) && current._id === before._id && Number(current.version) > Number(before.version)
      ? []
      : [difference('`current` is not the record with its new version.')]),
  ]
}

function parse({ text }: Pick<BackendResponse, 'text'>): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text)
    return isRecord(json) ? json : {}
  } catch {
    return {}
  }
}
