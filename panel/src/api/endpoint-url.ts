import type { Endpoint } from '@sevadesk/contract/base/endpoint.ts'
import { apiUrl } from './host.ts'
import { isRecord } from './records/fields.ts'

/** The URL of an endpoint with its params and query string. */
export function endpointUrl(endpoint: Pick<Endpoint, 'path'>, input: object): string {
  const params = 'params' in input && isRecord(input.params) ? input.params : {}
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeSegment(String(params[name] ?? '')))
  const query = 'querystring' in input && isRecord(input.querystring) ? queryText(input.querystring) : ''
  return apiUrl(path) + (query && `?${query}`)
}

/** Browsers resolve the segments `.` and `..`, even as `%2E`, so these are encoded twice. */
function encodeSegment(value: string): string {
  return /^\.{1,2}$/.test(value) ? value.replaceAll('.', '%252E') : encodeURIComponent(value)
}

function queryText(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString()
}
