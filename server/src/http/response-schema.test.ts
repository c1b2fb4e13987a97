import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { responseSchema } from './response-schema.ts'

test('writes a nullable value as a list of types, also within objects and lists', () => {
  const nullable = Type.Union([Type.String(), Type.Null()])
  const schema = Type.Object({ name: nullable, rows: Type.Array(Type.Object({ name: Type.Optional(nullable) })) })
  const name = { type: ['string', 'null'] }
  expect(responseSchema(schema)).toEqual({
    type: 'object',
    required: ['name', 'rows'],
    properties: { name, rows: { type: 'array', items: { type: 'object', properties: { name } } } },
  })
})

test('keeps other unions', () => {
  const schema = Type.Union([Type.String(), Type.Integer(), Type.Null()])
  expect(responseSchema(schema)).toEqual({ anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] })
})
