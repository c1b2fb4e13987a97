import type { EndpointSchemas } from '@sevadesk/contract/endpoint.ts'
import type { TSchema } from 'typebox'
import type { Reply } from './backend-client.ts'
import { type Consequence, consequenceOf } from './field-consequences.ts'
import { type Difference, findDifferences, inWords, isRecord } from './find-differences.ts'

export interface Finding {
  /** What differs, as a developer of the backend reads it. */
  text: string
  /** What the panel does then. */
  panel: string
  /** The panel makes up for it. */
  isHarmless: boolean
}

export interface Judged {
  findings: Finding[]
  /** The records of a list, or what the answer is about; undefined when there is nothing to go on with. */
  data: unknown
}

/** What frameworks write as the body of a success that has none of its own. */
const STATUS_WORDS = ['', 'OK', 'Created', 'Accepted']

/** Holds an answer against the schemas of its call, first the whole, then what is in it. */
export function judgeAnswer({ about, response }: EndpointSchemas, method: string, reply: Reply): Judged {
  const fault = (text: string): Judged => ({
    findings: [{ text, panel: about.otherwise, isHarmless: false }],
    data: undefined,
  })
  const { status, text, headers } = reply
  if (status >= 300 && status < 400)
    return fault(
      `It leads on to ${headers.get('location') ?? 'another address'} (${status}): answer at the address itself.`,
    )
  if (status === 404 || status === 405) return fault(`There is no such call here (${status}).`)
  if (status < 200 || status > 299) return fault(`It answers ${status}${sentenceOf(text)}.`)
  // The panel takes such a body for a success wherever nothing is to be read from it.
  if (method !== 'GET' && STATUS_WORDS.includes(text.trim())) return { findings: [], data: undefined }
  if (text.trim() === '') return fault('The answer is empty.')
  const json = parse(text)
  if (json === undefined) {
    const isPage = /^\s*</.test(text) || /html/.test(headers.get('content-type') ?? '')
    return fault(
      isPage
        ? 'A page of HTML came where JSON was expected: does the backend answer at this address?'
        : 'The answer is not JSON.',
    )
  }
  if (isRecord(json) && json.success === false)
    return fault(`It says that it failed (success: false)${sentenceOf(text)}.`)
  // The specification leaves open what calls that change something answer.
  if (method !== 'GET') return { findings: [], data: json }
  return judgeContent(response, json, fault)
}

function judgeContent(response: TSchema, json: unknown, fault: (text: string) => Judged): Judged {
  const wanted = propertiesOf(response).data
  if (!wanted) return judgeRecord(response, json, fault)
  const isList = Reflect.get(wanted, 'type') === 'array'
  const notes: Finding[] = []
  let data: unknown = isRecord(json) ? json.data : json
  if (Array.isArray(json)) notes.push(note('A bare list came where { success: true, data: […] } was expected.'))
  else if (isRecord(json) && json.success === undefined) notes.push(note('The field success is missing beside data.'))
  else if (isRecord(json) && json.success !== true) notes.push(note(`success is ${inWords(json.success)}, not true.`))
  if (isList && data === null && isRecord(json) && json.success === true) {
    notes.push(note('data is null where an empty list was expected.'))
    data = []
  }
  if (isList && !Array.isArray(data)) return fault(`data: expected a list, came ${inWords(data)}.`)
  return { findings: [...notes, ...fieldFindings(wanted, data, 'data')], data }
}

/** The answer itself is the record, such as who is signed in; the panel also finds it in `data` or `admin`. */
function judgeRecord(response: TSchema, json: unknown, fault: (text: string) => Judged): Judged {
  let record = json
  const notes: Finding[] = []
  for (const name of ['data', 'admin']) {
    if (!isRecord(record) || !isRecord(record[name])) continue
    record = record[name]
    notes.push(note(`The record stands in ${name}, not in the answer itself.`))
  }
  if (!isRecord(record)) return fault(`Expected an object, came ${inWords(record)}.`)
  return { findings: [...notes, ...fieldFindings(response, record, '')], data: record }
}

function fieldFindings(schema: TSchema, data: unknown, prefix: string): Finding[] {
  const entries: unknown[] = Array.isArray(data) ? data : [data]
  const alike = new Map<string, { differences: Difference[]; consequence: Consequence }>()
  for (const difference of findDifferences(schema, data)) {
    const consequence = consequenceOf(difference, firstWith(difference, entries))
    const key = `${difference.path} ${consequence.panel}`
    const known = alike.get(key)
    if (known) known.differences.push(difference)
    else alike.set(key, { differences: [difference], consequence })
  }
  const findings = [...alike.values()].map(({ differences, consequence }) => ({
    text: fieldText(differences, prefix, data),
    ...consequence,
  }))
  return [...findings, ...dateFindings(entries, prefix)]
}

/** Of one field: what was expected, what came, and in how many records of a list. */
function fieldText(differences: readonly Difference[], prefix: string, data: unknown): string {
  const [{ path, expected } = { path: '', expected: '' }] = differences
  const name = `${prefix}${path.startsWith('[') || prefix === '' ? '' : '.'}${path}` || 'the answer'
  const times = differences.reduce((sum, each) => sum + each.times, 0)
  const often = Array.isArray(data) && data.length > 1 ? ` (${times} of ${data.length})` : ''
  return `${name}: expected ${expected}, came ${differences.map(({ came }) => came).join(' or ')}${often}.`
}

/** The record in which a field of a list stands as the difference says. */
function firstWith({ path, value }: Difference, entries: readonly unknown[]): unknown {
  const field = path.replace(/^\[\]\.?/, '')
  return entries.find((entry) => isRecord(entry) && entry[field] === value) ?? entries[0]
}

/** The schemas know dates as text; the panel has to read them. */
function dateFindings(entries: readonly unknown[], prefix: string): Finding[] {
  return ['createdAt', 'updatedAt', 'lastSeenAt'].flatMap((field) => {
    const odd = entries.find((entry) => {
      const value = isRecord(entry) ? entry[field] : undefined
      return typeof value === 'string' && !isMoment(value)
    })
    if (!isRecord(odd)) return []
    const came = inWords(odd[field])
    const text = `${[prefix && `${prefix}[]`, field].filter(Boolean).join('.')}: expected a date like 2026-01-31T10:00:00.000Z, came ${came}.`
    const panel = Number.isNaN(Date.parse(String(odd[field])))
      ? 'No date is shown.'
      : 'Each browser reads it by its own zone, so the day may be another.'
    return [{ text, panel, isHarmless: false }]
  })
}

/** ISO 8601 with a zone: without one it is another moment in another place. */
function isMoment(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text))
  )
}

function note(text: string): Finding {
  return { text, panel: 'The panel takes it as it is.', isHarmless: true }
}

function propertiesOf(schema: TSchema): Record<string, TSchema> {
  return Reflect.get(schema, 'properties') ?? {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The backend's own words, where it has some. */
function sentenceOf(text: string): string {
  const json = parse(text)
  return isRecord(json) && typeof json.message === 'string' ? `, with the message “${json.message.slice(0, 200)}”` : ''
}
