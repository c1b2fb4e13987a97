export type Fields = Record<string, unknown>

/**
 * A response. Status -1 closes the connection before the response, -2 in the middle of the body.
 */
export type Reply = [status: number, body: unknown, headers?: Record<string, string>]

/** What a list shows: its records, the empty state, or one of two errors. */
type Outcome = 'records' | 'empty' | 'error' | 'refused'

export interface ListResponse {
  name: string
  outcome: Outcome
  records: Fields[]
  reply: (records: Fields[]) => Reply
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const WEB_PAGE = '<!doctype html><html><head><title>Trust</title></head><body><div id="root"></div></body></html>'
const GATEWAY_PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'

/** Responses without a readable record. */
const BODIES: [name: string, outcome: Outcome, reply: Reply][] = [
  ['an empty list', 'empty', [200, { success: true, data: [] }]],
  ['data: null', 'empty', [200, { success: true, data: null }]],
  ['data: null without a flag', 'error', [200, { data: null }]],
  ['an empty bare array', 'empty', [200, []]],
  ['only null and numbers in the list', 'empty', [200, { data: [null, 7, 'x', [], true] }]],
  ['an empty body', 'error', [200, '']],
  ['no content', 'error', [204, '']],
  ['null', 'error', [200, 'null']],
  ['a text', 'error', [200, '"none"']],
  ['a number', 'error', [200, '0']],
  ['an empty object', 'error', [200, {}]],
  ['an object instead of a list', 'error', [200, { success: true, data: { 0: {} } }]],
  ['a text instead of a list', 'error', [200, { success: true, data: 'none' }]],
  ['a web page', 'error', [200, WEB_PAGE, HTML]],
  ['a web page with a JSON content type', 'error', [200, WEB_PAGE, { 'content-type': 'application/json' }]],
  ['truncated JSON', 'error', [200, '{"success":true,"data":[{"_id":"1"']],
  ['an error page of a gateway', 'error', [502, GATEWAY_PAGE, HTML]],
  ['an error without a body', 'error', [500, '']],
  ['an error whose message is an object', 'error', [400, { message: { code: 11000 }, fields: [null], code: 7 }]],
  ['not found', 'error', [404, { success: false, message: null }]],
  ['a refusal under 200', 'refused', [200, { success: false, message: 'Not today' }]],
  ['a refusal under 200 without a message', 'refused', [200, { success: false, data: [] }]],
  ['a connection closed before the response', 'error', [-1, '']],
  ['a connection closed in the middle of the body', 'error', [-2, { success: true, data: [] }]],
]

/** Responses that count as a failure of any GET. */
export const FAILED_RESPONSES: [name: string, reply: Reply][] = BODIES.filter(([, outcome]) => outcome !== 'empty').map(
  ([name, , reply]) => [name, reply],
)

/** Known ways in which backends wrap records in a body. */
const ENVELOPES: [name: string, wrap: (records: Fields[]) => unknown][] = [
  ['as specified', (data) => ({ success: true, data })],
  ['in data alone', (data) => ({ data })],
  ['a bare array', (data) => data],
  [
    'with additional fields',
    (data) => ({ status: 'ok', count: `${data.length}`, page: null, message: {}, data, data2: [] }),
  ],
  ['among null, numbers and texts', (data) => ({ data: [null, 1, ...data, 'x', [], [null]] })],
]

/** Values that are invalid for most fields. */
const WRONG: [name: string, value: unknown][] = [
  ['null', null],
  ['empty texts', ''],
  ['spaces', '  '],
  ['objects', { a: { b: null } }],
  ['empty objects', {}],
  ['lists', [null, 1, { x: undefined }]],
  ['true', true],
  ['false', false],
  ['zero', 0],
  ['a negative number', -1],
  ['a huge number', 1e308],
  ['words', 'soon'],
  ['markup', '<img src=x onerror="window.hit=1">'],
]

/** Malformed responses of a list call, made from one valid record. */
export function listResponses(record: Fields): ListResponse[] {
  const names = Object.keys(record)
  const three = [1, 2, 3].map((number) => ({ ...record, _id: `whole-${number}` }))
  const inBody = (records: Fields[]): Reply => [200, { success: true, data: records }]
  return [
    ...BODIES.map(([name, outcome, reply]): ListResponse => ({ name, outcome, records: [], reply: () => reply })),
    ...ENVELOPES.map(
      ([name, wrap]): ListResponse => ({
        name,
        outcome: 'records',
        records: three,
        reply: (data) => [200, wrap(data)],
      }),
    ),
    altered('each field missing in one', [...names.map((name) => without(record, name)), {}]),
    altered('every field that is a number as text, and a text as number', [mapped(record, swapped)]),
    altered('unknown fields', [{ ...record, __v: 0, id: null, extra: { a: [1] }, isDeleted: 'no', toString: 1 }]),
    altered('one id for all, and none', [
      ...three.map((one) => ({ ...one, _id: 'same' })),
      without(record, '_id'),
      without(record, '_id'),
    ]),
    altered(
      'numbers as ids',
      [1, 2].map((_id) => ({ ...record, _id, sessionId: _id })),
    ),
    ...WRONG.map(([name, value]) =>
      altered(`${name} in each field, and in all`, [
        ...names.map((field) => ({ ...record, [field]: value })),
        mapped(record, () => value),
      ]),
    ),
  ]

  function altered(name: string, records: Fields[]): ListResponse {
    return { name, outcome: 'records', records, reply: inBody }
  }
}

/** Records in which only the id is valid, one for each wrong value. */
export function malformedRecords(record: Fields): Fields[] {
  return WRONG.map(([, value], index) => ({ ...mapped(record, () => value), _id: `malformed-${index}` }))
}

export type ChangeResponse = [name: string, isDone: boolean, reply: Reply]

/** Responses to a change. The specification does not define the body of a success. */
export const CHANGE_RESPONSES: ChangeResponse[] = [
  ['no body', true, [200, '']],
  ['no content', true, [204, '']],
  ['an empty object', true, [200, {}]],
  ['null', true, [200, 'null']],
  ['data: null', true, [200, { success: true, data: null, message: null }]],
  ['a bare list', true, [201, []]],
  ['a message that is an object', true, [201, { success: 'yes', message: { text: 'Done' } }]],
  ['a status text', true, [200, 'OK', { 'content-type': 'text/plain' }]],
  ['a web page', false, [200, WEB_PAGE, HTML]],
  ['an error page of a gateway', false, [502, GATEWAY_PAGE, HTML]],
  ['a refusal under 200', false, [200, { success: false, message: 'Not today' }]],
  ['a refusal without a message', false, [200, { success: false }]],
  ['an error without a message', false, [500, '']],
  ['an error of wrong types', false, [400, { success: false, message: ['no'], code: 7, fields: [null, { a: 1 }] }]],
  ['fields of wrong types', false, [400, { message: null, fields: { title: null, username: { a: 1 }, other: 7 } }]],
  ['a connection closed before the response', false, [-1, '']],
  ['a connection closed in the middle of the body', false, [-2, { success: true }]],
]

const without = (record: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))

const mapped = (record: Fields, change: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

function swapped(value: unknown): unknown {
  if (typeof value === 'number') return `${value}`
  if (typeof value !== 'string') return value
  return Number.isNaN(Date.parse(value)) ? 12_345 : Date.parse(value)
}
