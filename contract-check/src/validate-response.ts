import type { EndpointSchemas } from '@sevadesk/contract/base/endpoint.ts'
import type { TSchema } from 'typebox'
import type { BackendResponse } from './backend-client.ts'
import { type Difference, describeValue, findDifferences, isRecord } from './find-differences.ts'
import { difference, type Finding, note } from './finding.ts'
import { isTolerated } from './tolerated-differences.ts'

export interface Validated {
  findings: Finding[]
  /** The list or record of the response; undefined if it cannot be used. */
  data: unknown
}

/** Bodies that frameworks send for a success without content. */
const EMPTY_BODIES = ['', 'OK', 'Created', 'Accepted']

/** Compares a response with the schema of its call. */
export function validateResponse({ response }: EndpointSchemas, method: string, reply: BackendResponse): Validated {
  const { status, text, headers } = reply
  if (status >= 300 && status < 400)
    return invalid(`It redirects to ${headers.get('location') ?? 'another address'} (${status}).`)
  if (status === 404 || status === 405) return invalid(`There is no such call (${status}).`)
  if (status < 200 || status > 299) return invalid(`It returned ${status}${messageOf(text)}.`)
  if (method !== 'GET' && EMPTY_BODIES.includes(text.trim())) return { findings: [], data: undefined }
  if (text.trim() === '') return invalid('The response is empty.')
  const json = parseJson(text)
  if (json === undefined) {
    const isPage = /^\s*</.test(text) || /html/.test(headers.get('content-type') ?? '')
    return invalid(isPage ? 'Expected JSON, received an HTML page.' : 'The response is not JSON.')
  }
  if (isRecord(json) && json.success === false) return invalid(`It failed (success: false)${messageOf(text)}.`)
  // The specification defines no response for most other methods.
  if (method !== 'GET') return { findings: [], data: json }
  const content = Reflect.get(response, 'properties')?.data
  return content ? validateData(content, json) : validateRecord(response, json)
}

function validateData(schema: TSchema, json: unknown): Validated {
  const isList = Reflect.get(schema, 'type') === 'array'
  const notes: Finding[] = []
  let data: unknown = isRecord(json) ? json.data : json
  if (Array.isArray(json)) notes.push(note('Expected { success: true, data: […] }, received a list.'))
  else if (isRecord(json) && json.success === undefined) notes.push(note('success is missing.'))
  else if (isRecord(json) && json.success !== true)
    notes.push(note(`success is ${describeValue(json.success)}, not true.`))
  if (isList && data === null && isRecord(json) && json.success === true) {
    notes.push(note('data is null, not an empty list.'))
    data = []
  }
  if (isList && !Array.isArray(data)) return invalid(`data: expected a list, received ${describeValue(data)}.`)
  return { findings: [...notes, ...fieldFindings(schema, data, 'data')], data }
}

/** The response must be the record itself; the panel also accepts it in `data` or `admin`. */
function validateRecord(schema: TSchema, json: unknown): Validated {
  let record = json
  const notes: Finding[] = []
  for (const name of ['data', 'admin']) {
    if (!isRecord(record) || !isRecord(record[name])) continue
    record = record[name]
    notes.push(note(`The record is in ${name}, not the response itself.`))
  }
  if (!isRecord(record)) return invalid(`Expected an object, received ${describeValue(record)}.`)
  return { findings: [...notes, ...fieldFindings(schema, record, '')], data: record }
}

function fieldFindings(schema: TSchema, data: unknown, prefix: string): Finding[] {
  const entries: unknown[] = Array.isArray(data) ? data : [data]
  const differences = findDifferences(schema, data).map((each) => ({
    ...each,
    isTolerated: isTolerated(each, firstWith(each, entries)),
  }))
  const byField = Map.groupBy(differences, ({ path, isTolerated }) => `${path} ${isTolerated}`)
  const findings = [...byField.values()].map((group) => ({
    text: fieldText(group, prefix, data),
    isTolerated: group.every((each) => each.isTolerated),
  }))
  return [...findings, ...dateFindings(entries, prefix)]
}

function fieldText(differences: readonly Difference[], prefix: string, data: unknown): string {
  const [{ path, expected } = { path: '', expected: '' }] = differences
  const name = `${prefix}${path.startsWith('[') || prefix === '' ? '' : '.'}${path}` || 'the response'
  const times = differences.reduce((sum, each) => sum + each.times, 0)
  const share = Array.isArray(data) && data.length > 1 ? ` (${times} of ${data.length})` : ''
  return `${name}: expected ${expected}, received ${differences.map(({ actual }) => actual).join(' or ')}${share}.`
}

function firstWith({ path, value }: Difference, entries: readonly unknown[]): unknown {
  const field = path.replace(/^\[\]\.?/, '')
  return entries.find((entry) => isRecord(entry) && entry[field] === value) ?? entries[0]
}

/** Checks dates separately, because the schemas describe them only as strings. */
function dateFindings(entries: readonly unknown[], prefix: string): Finding[] {
  return ['createdAt', 'updatedAt', 'lastSeenAt'].flatMap((field) => {
    const values = entries.map((entry) => (isRecord(entry) ? entry[field] : undefined))
    const invalidDate = values.find((value) => typeof value === 'string' && !isTimestamp(value))
    if (invalidDate === undefined) return []
    const name = [prefix && `${prefix}[]`, field].filter(Boolean).join('.')
    return [
      difference(`${name}: expected a date like 2026-01-31T10:00:00.000Z, received ${describeValue(invalidDate)}.`),
    ]
  })
}

/** ISO 8601 with a time zone: without one, browsers in different zones read different times. */
function isTimestamp(text: string): boolean {
  const format = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)$/i
  return format.test(text) && !Number.isNaN(Date.parse(text))
}

function invalid(text: string): Validated {
  return { findings: [difference(text)], data: undefined }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageOf(text: string): string {
  const json = parseJson(text)
  return isRecord(json) && typeof json.message === 'string' ? `, with the message “${json.message.slice(0, 200)}”` : ''
}
