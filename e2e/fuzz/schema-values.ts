import fc from 'fast-check'
import { CREDENTIALS } from '../support/test-server.ts'
import { oddText, oddValue } from './odd-values.ts'
import type { JsonSchema } from './operations.ts'

const section = fc.constantFrom('Gaushala', 'School', 'Nursing', 'NursingHospital')
const TODAY = new Date().toISOString().slice(0, 10)
const password = fc.constantFrom(CREDENTIALS.password, 'Temple#2026')

/**
 * Values that reach further into a handler than random ones, by the name of the field. Proofs and
 * ids are replaced when the request is sent.
 */
const LIKELY: Record<string, fc.Arbitrary<unknown>> = {
  username: fc.oneof(fc.constantFrom('fuzz-limited-1', 'FUZZ-LIMITED-1'), fc.stringMatching(/^[a-z]{8,12}$/)),
  email: fc.constantFrom('a@seva.example', 'A@SEVA.EXAMPLE'),
  donorEmail: fc.constant('donor@seva.example'),
  donorPhone: fc.constant('+91 98765 43210'),
  phones: fc.constantFrom([], ['+91 98765 43210']),
  emails: fc.constantFrom([], ['donor@seva.example']),
  pan: fc.constantFrom('', 'ABCPE1234F', 'XYZPK1234L', 'not a PAN'),
  pinCode: fc.constantFrom('', '281001'),
  otherIdType: fc.constant(null),
  otherId: fc.constant(''),
  members: fc.constantFrom(
    [],
    [
      { name: 'Asha', share: 4000 },
      { name: 'Ravi', share: 6000 },
    ],
  ),
  year: fc.constantFrom('2025-26', '2026-27', '2025-27'),
  password,
  oldPassword: password,
  newPassword: password,
  confirmPassword: password,
  sections: fc.constantFrom(['Events'], ['Gaushala', 'Events'], ['All'], ['Unknown']),
  section,
  sectionName: section,
  startsAt: fc.constantFrom('2026-11-21', '2026-11-21T10:00:00Z', ''),
  endsAt: fc.constantFrom('2026-11-22', '2026-11-20T10:00:00Z', ''),
  receivedOn: fc.constantFrom('2026-03-31', '2026-04-01', '2026-13-40'),
  instrumentDate: fc.constantFrom('2026-03-30', '2025-01-01', null),
  on: fc.constantFrom('2026-04-02', '2026-05-01', '2126-01-01'),
  depositedOn: fc.constantFrom('2026-04-02', '2126-01-01'),
  day: fc.constantFrom(TODAY, '2026-11-01', '2126-01-01'),
  version: fc.constantFrom('1', '2', '0'),
  content: fc.constantFrom({ name: 'Fuzz Trust' }, { name: { en: 'Fuzz Trust', hi: 'फ़ज़ ट्रस्ट' } }, { name: '' }),
  giftIds: fc.nat(999).map((choice) => [`real-id-${choice}-here`]),
  amount: fc.constantFrom(100, 50_000, 100_000_000_000),
  razorpay_order_id: fc.constant('proof-razorpay_order_id-here'),
  razorpay_payment_id: fc.constant('proof-razorpay_payment_id-here'),
  razorpay_signature: fc.constant('proof-razorpay_signature-here'),
  ticket: fc.constant('ticket-here'),
  code: fc.constant('code-here'),
  purposeId: markOf('purpose'),
  previousId: fc.oneof(fc.constant(null), markOf('purpose')),
  institutionId: fc.oneof(fc.constant(null), markOf('institution')),
  /** Of the texts that are mapped: a purpose of the donations of the target. */
  text: fc.constant('Cow feed'),
  ids: fc.constant(['all-ids-here']),
  search: fc.constantFrom('Iyer', '98765', '₹1,000', 'meera joshi'),
  page: fc.constantFrom(1, 2, 1_000_000),
  limit: fc.constantFrom(1, 10, 100),
}

/** Stands for an id that the server sent; replaced when the request is sent. */
export const realId: fc.Arbitrary<string> = fc.nat(999).map((choice) => `real-id-${choice}-here`)

function markOf(list: 'purpose' | 'institution'): fc.Arbitrary<string> {
  return fc.nat(999).map((choice) => `real-${list}-${choice}-here`)
}
const REAL_IDS = ['_id', 'mergedId', 'donorId']

/** A value that the schema accepts, most of the time. */
export function likelyValue(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const valid = validValue(schema, name)
  const likely = Object.hasOwn(LIKELY, name) ? LIKELY[name] : undefined
  return likely ? fc.oneof({ weight: 8, arbitrary: likely }, valid) : valid
}

/** A likely value, or an odd one once in about four times. */
export function fuzzedValue(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 10, arbitrary: likelyValue(schema, name) }, { weight: 3, arbitrary: oddValue })
}

/** An object whose fields may be missing, odd or unknown. */
export function fuzzedObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fuzzedValue(schema, name)]),
  )
  const valid = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, likelyValue(schema, name)]),
  )
  const extra = fc.dictionary(fc.oneof(oddText, fc.constantFrom('_id', 'role', 'deletedAt', 'password')), oddValue, {
    maxKeys: 3,
  })
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(valid, { requiredKeys: required }) },
    { weight: 4, arbitrary: fc.record(fields, { requiredKeys: required }) },
    { weight: 2, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    fc.tuple(fc.record(fields, { requiredKeys: required }), extra).map(([one, more]) => ({ ...one, ...more })),
  )
}

function validValue(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const { type, anyOf, items = {}, minimum = 0, maximum = 1000, maxLength = 60, pattern } = schema
  if (REAL_IDS.includes(name)) return realId
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map((part) => likelyValue(part, name)))
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum })
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return fc.array(likelyValue(items, name), { maxLength: 4 })
  if (type === 'object') return fuzzedObject(schema)
  if (pattern && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(maxLength, 60) })
}
