import Fastify, { type FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { responseSchema } from './route.ts'

const NullableText = Type.Union([Type.String(), Type.Null()])
const NullableInteger = Type.Union([Type.Integer(), Type.Null()])
const Receipt = Type.Object({ token: Type.String(), expiresAt: NullableText })
const NullableReceipt = Type.Union([Receipt, Type.Null()])

let app: FastifyInstance
beforeEach(() => {
  app = Fastify()
})
afterEach(() => app.close())

async function serialise(schema: TSchema, value: unknown) {
  const response = { 200: responseSchema(Type.Object({ value: schema })) }
  app.get('/', { schema: { response } }, () => ({ value }))
  const { statusCode, body } = await app.inject('/')
  return statusCode === 200 ? JSON.parse(body).value : statusCode
}

test('writes a nullable value as a list of types, also within objects and lists', () => {
  const row = Type.Object({ name: Type.Optional(NullableText) })
  const schema = Type.Object({ name: NullableText, rows: Type.Array(row) })
  const name = { type: ['string', 'null'] }
  expect(responseSchema(schema)).toEqual({
    type: 'object',
    required: ['name', 'rows'],
    properties: { name, rows: { type: 'array', items: { type: 'object', properties: { name } } } },
  })
})

test.each([
  ['a union of three types', Type.Union([Type.String(), Type.Integer(), Type.Null()])],
  ['a nullable value with a limit', Type.Union([Type.String({ maxLength: 9 }), Type.Null()])],
  ['a nullable object', Type.Union([Type.Object({ token: Type.String() }), Type.Null()])],
  ['a nullable list', Type.Union([Type.Array(Type.String()), Type.Null()])],
])('leaves %s unchanged', (_what, schema) => {
  expect(responseSchema(schema)).toEqual(JSON.parse(JSON.stringify(schema)))
})

test.each<[string, TSchema, unknown, unknown]>([
  ['a text', NullableText, 'Asha', 'Asha'],
  ['null for a text', NullableText, null, null],
  ['null for an object', NullableReceipt, null, null],
  [
    'an object without its hidden field',
    NullableReceipt,
    { token: 't', expiresAt: null, secret: 's' },
    { token: 't', expiresAt: null },
  ],
])('sends %s', async (_what, schema, value, sent) => {
  expect(await serialise(schema, value)).toEqual(sent)
})

test.each<[string, TSchema, unknown]>([
  ['a number for a text', NullableText, 5],
  ['a fraction for an integer', NullableInteger, 1.5],
  ['null in a required field of a nullable object', NullableReceipt, { token: null, expiresAt: null }],
  ['a number in a nullable text of a nullable object', NullableReceipt, { token: 't', expiresAt: 5 }],
])('fails with 500 on %s', async (_what, schema, value) => {
  expect(await serialise(schema, value)).toBe(500)
})
