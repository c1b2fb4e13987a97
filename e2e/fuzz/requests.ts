import fc from 'fast-check'
import { type Body, fuzzedForm } from './multipart.ts'
import { oddText, oddValue } from './odd-values.ts'
import type { JsonSchema, Operation, Parameter } from './operations.ts'
import { fuzzedObject, fuzzedValue, likelyValue, realId } from './schema-values.ts'

export type Caller = 'nobody' | 'limited' | 'superadmin'

export interface FuzzRequest {
  caller: Caller
  method: string
  /** With its query, percent-encoded except for ids to be replaced. */
  path: string
  headers: Record<string, string>
  body: Body
  /** The call that the server must take it for; undefined if method or address are odd. */
  operation: Operation | undefined
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const ODD_PATHS = [
  '/api',
  '/api//',
  '/api/%00',
  '/api/%E0%A4',
  '/media/../trust.json',
  '/media/%2e%2e/x',
  '/..%2f',
  '/%',
]
const ODD_BODIES = [
  ...['', '{', 'null', '[]', '"text"', 'nul', '{"a":1e999}', '{"a":1,"a":2}', '\ufeff{}', '{"__proto__":{"role":1}}'],
  ...[
    '['.repeat(20_000),
    `"${'x'.repeat(2_000_000)}"`,
    '{"title":"\u0000"}',
    'a=b&c[d]=e',
    '<?xml version="1.0"?><a/>',
  ],
]
const CONTENT_TYPES = [
  ...['application/json; charset=utf-16', 'application/x-www-form-urlencoded', 'text/plain', 'text/xml', 'x', ''],
  ...['multipart/form-data', 'application/json;', 'application/octet-stream', 'application/problem+json'],
]
/** Parts of paths that are no ids. */
const NAMED_PARTS = ['section', 'day', 'version']
const IDS = ['me', 'sessions', 'order', '0', '-1', 'a'.repeat(24), 'A'.repeat(99), 'A'.repeat(5000)]

/** Requests to these operations: most nearly right, some odd in every part. */
export function fuzzRequests(operations: readonly Operation[]): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...operations).chain((operation) =>
    fc
      .record({
        caller: fc.constantFrom<Caller[]>('nobody', 'limited', 'limited', 'superadmin', 'superadmin', 'superadmin'),
        method: fc.oneof({ weight: 20, arbitrary: fc.constant(operation.method) }, fc.constantFrom(...METHODS)),
        address: addressOf(operation),
        query: queryOf(operation),
        headers: headersOf(operation),
        content: contentOf(operation),
      })
      .map(
        ({ caller, method, address, query, headers, content }): FuzzRequest => ({
          caller,
          method,
          path: address.path + query,
          headers: { ...(content.contentType && { 'content-type': content.contentType }), ...headers },
          body: content.body,
          operation: method === operation.method && address.isPlain ? operation : undefined,
        }),
      ),
  )
}

interface Address {
  path: string
  /** Every part of the path is what the description says. */
  isPlain: boolean
}

function addressOf({ path, parameters }: Operation): fc.Arbitrary<Address> {
  const parts = parameters.filter((parameter) => parameter.in === 'path')
  const values = parts.map(({ name, schema }) =>
    fc.oneof(
      { weight: 10, arbitrary: plainPart(name, schema) },
      fc.oneof(fc.constantFrom(...IDS), oddText).map((text): [string, boolean] => [percentEncode(text), false]),
    ),
  )
  const plain = fc.tuple(...values).map((chosen): Address => {
    const full = parts.reduce((text, { name }, at) => text.replace(`{${name}}`, () => chosen[at]?.[0] ?? ''), path)
    return { path: full, isPlain: chosen.every(([, isPlain]) => isPlain) }
  })
  const odd = fc.constantFrom(...ODD_PATHS).map((text): Address => ({ path: text, isPlain: false }))
  return fc.oneof({ weight: 60, arbitrary: plain }, odd)
}

function plainPart(name: string, schema: JsonSchema): fc.Arbitrary<[string, boolean]> {
  const known = NAMED_PARTS.includes(name) ? likelyValue({ type: 'string', enum: ['School'] }, name) : realId
  return fc
    .oneof(
      { weight: 4, arbitrary: known },
      likelyValue(schema, '').filter((value) => value !== ''),
    )
    .map((value) => [percentEncode(String(value)), !/[./]/.test(String(value))])
}

function queryOf({ parameters }: Operation): fc.Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === 'query')
  const pairs = known.map(({ name, schema }) => fc.tuple(fc.constant(name), fuzzedValue(schema, name)))
  const odd = fc.tuple(oddText, oddValue)
  const none = fc.constant<[string, unknown][]>([])
  return fc
    .oneof(
      { weight: 4, arbitrary: pairs.length > 0 ? fc.subarray(pairs).chain((some) => fc.tuple(...some)) : none },
      { weight: 1, arbitrary: fc.array(fc.oneof(odd, ...pairs), { maxLength: 4 }) },
    )
    .map((entries) =>
      entries.map(([name, value]) => `${percentEncode(name)}=${percentEncode(textOf(value))}`).join('&'),
    )
    .map((text) => (text === '' ? '' : `?${text.slice(0, 8000)}`))
}

function headersOf({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const known = parameters.filter((parameter) => parameter.in === 'header')
  const valid = Object.fromEntries(
    known.map(({ name, schema }: Parameter) => [name, likelyValue(schema) as fc.Arbitrary<string>]),
  )
  const headerText = fc.oneof(
    fc.constantFrom('x', '', 'a'.repeat(6000), '"', ';;;', '1-0', 'ÿþ'),
    fc.string({ maxLength: 20 }),
  )
  const odd = fc.record(
    {
      'idempotency-key': headerText,
      'accept-language': fc.constantFrom('hi', 'en;q=0.1, hi', '*', 'x'.repeat(500)),
      accept: headerText,
      authorization: fc.constantFrom('Bearer', 'Bearer x', 'Basic eDp5', 'Bearer ÿ', `Bearer ${'a'.repeat(4000)}`),
      cookie: fc.constantFrom(
        'sevadesk_session=x',
        'a',
        '=;=;',
        `sevadesk_session=${'a'.repeat(4000)}`,
        'sevadesk_session=%ff',
      ),
      origin: fc.constantFrom('null', 'https://evil.example', 'x', ''),
      'x-forwarded-for': fc.constantFrom('1.2.3.4, 5.6.7.8', 'x', '::', '999.1.1.1', ''),
      'x-forwarded-proto': fc.constantFrom('https', 'x', ''),
      range: fc.constantFrom('bytes=0-', 'bytes=9-1', 'x'),
      'if-none-match': fc.constantFrom('*', '"x"', 'W/'),
      'if-match': fc.constantFrom('"1"', '*', '1', '"99999999999999999999"', 'W/"1"', '"-1"'),
      'content-encoding': fc.constantFrom('gzip', 'x'),
      'device-mark': headerText,
      'x-razorpay-signature': headerText,
    },
    { requiredKeys: [] },
  )
  const some = fc.tuple(odd, fc.nat(13)).map(([all, at]) => Object.fromEntries(Object.entries(all).slice(at, at + 2)))
  const none = fc.constant<Record<string, string>>({})
  return fc
    .tuple(fc.oneof({ weight: 4, arbitrary: none }, fc.record(valid)), fc.oneof({ weight: 8, arbitrary: none }, some))
    .map(([own, extra]) => ({ ...own, ...extra }))
    .map((headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, headerSafe(value)])))
}

interface SentContent {
  contentType: string
  body: Body
}

function contentOf({ body }: Operation): fc.Arbitrary<SentContent> {
  const json = (object: fc.Arbitrary<unknown>) =>
    object.map((value): SentContent => ({ contentType: 'application/json', body: [JSON.stringify(value)] }))
  const none = fc.constant<SentContent>({ contentType: '', body: [] })
  const schema = body?.schema ?? { properties: { title: { type: 'string' } } }
  const form = fuzzedForm(schema)
  const object = json(fuzzedObject(schema))
  const isForm = body?.contentType.startsWith('multipart')
  const documented = isForm ? form : object
  return fc.oneof(
    { weight: 16, arbitrary: body ? documented : none },
    { weight: 1, arbitrary: isForm ? object : form },
    { weight: 1, arbitrary: json(oddValue) },
    { weight: 1, arbitrary: none },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('application/json', ...CONTENT_TYPES), fc.constantFrom(...ODD_BODIES))
        .map(([contentType, text]) => ({ contentType, body: [text] })),
    },
  )
}

/** As `encodeURIComponent`, but for lone surrogates too, which become U+FFFD. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Node.js refuses to send other characters in a header. */
function headerSafe(value: string): string {
  return value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
}
