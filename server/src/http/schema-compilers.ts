import ajvCompiler from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'

type Validate = ReturnType<FastifySchemaCompiler<unknown>>

/** Stops at the first error: collecting all errors of a long list costs more than the call. */
const AJV_OPTIONS = { coerceTypes: false, removeAdditional: 'all', allErrors: false } as const

/**
 * Compiles a schema, by Fastify's own compilers, when a call first needs it: about 2 ms. Compiling
 * all of them would take a third of the server's start. Invalid data gets the first error of each
 * field, so the number of errors depends on the schema alone.
 */
export function registerSchemaCompilers(app: FastifyInstance): void {
  let compileValidator: ReturnType<ReturnType<typeof ajvCompiler>> | undefined
  let compileSerializer: ReturnType<ReturnType<typeof SerializerSelector>> | undefined

  function compile(schema: unknown): Validate {
    compileValidator ??= ajvCompiler()({}, { customOptions: AJV_OPTIONS })
    return compileValidator({ schema }) as Validate
  }

  app.setValidatorCompiler(({ schema }) => {
    let compiled: Validate | undefined
    let fields: FieldValidator[] | undefined
    const validate: Validate = (data: unknown) => {
      compiled ??= compile(schema)
      const isValid = compiled(data)
      validate.errors = compiled.errors ?? null
      if (isValid || !isObject(data)) return isValid
      fields ??= fieldSchemas(schema as ObjectSchema).map(([name, each]) => [name, compile(each)])
      const errors = fields.flatMap((field) => errorsOf(field, data))
      if (errors.length > 0) validate.errors = errors
      return false
    }
    return validate
  })
  app.setSerializerCompiler(({ method, url, schema, httpStatus = '' }) => {
    let compiled: ((data: unknown) => string) | undefined
    return (data) => {
      compileSerializer ??= SerializerSelector()()
      compiled ??= compileSerializer({ method, url, schema, httpStatus })
      return compiled(data)
    }
  })
}

interface ObjectSchema {
  properties?: Record<string, unknown>
  required?: readonly string[]
}

type FieldValidator = readonly [name: string, validate: Validate]

/** Splits the schema of an object into one schema per field. */
function fieldSchemas({ properties = {}, required = [] }: ObjectSchema): [name: string, schema: object][] {
  return Object.entries(properties).map(([name, property]) => [
    name,
    { type: 'object', properties: { [name]: property }, required: required.filter((each) => each === name) },
  ])
}

function errorsOf([name, validate]: FieldValidator, data: Record<string, unknown>): NonNullable<Validate['errors']> {
  return validate(Object.hasOwn(data, name) ? { [name]: data[name] } : {}) ? [] : (validate.errors ?? [])
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
