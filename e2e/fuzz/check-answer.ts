import { Compile } from 'typebox/schema'
import type { JsonSchema, Operation } from './operations.ts'
import type { FuzzRequest } from './requests.ts'
import type { Answer } from './send.ts'

/**
 * Refusals of any call, which the description covers by "Any other failure": malformed HTTP, JSON
 * or headers, an unknown address, a forbidden origin, a stale session, too much, too long, too often.
 */
const GENERAL = [400, 401, 403, 404, 405, 408, 409, 411, 412, 413, 414, 415, 417, 429, 431]

/** Calls that fail while Razorpay does not respond, or knows no such payment. */
const NEEDS_RAZORPAY = /^\/api\/donate\/(order|verify|\{id\}\/held\/.+)$/
/** Their 503 says that the server cannot serve all calls. */
const HEALTH = ['/api/health', '/api/ready']
/** The codes of refusals by overload. */
const OVERLOAD_CODES: unknown[] = ['overloaded', 'unavailable']

interface Compiled {
  Check(value: unknown): boolean
}

/** Checks answers against the description. */
export function answerChecker(failure: JsonSchema) {
  const isFailure: Compiled = Compile({ ...failure })
  const shapes = new Map<JsonSchema, Compiled>()

  function hasShape(schema: JsonSchema, value: unknown): boolean {
    const shape = shapes.get(schema) ?? Compile({ ...schema })
    shapes.set(schema, shape)
    return shape.Check(value)
  }

  /** What is wrong with an answer; undefined if nothing is. */
  return function problemOf({ method, operation }: FuzzRequest, answer: Answer): string | undefined {
    const { status, headers, text } = answer
    if (isOverload(answer) && !HEALTH.includes(operation?.path ?? '')) return undefined
    if (status >= 500 && !mayLackRazorpay(operation, status)) return `status ${status}`
    if (method === 'HEAD' || status === 304) return text === '' ? undefined : 'a body where none is allowed'
    if (status >= 400) return failureProblem(operation, answer)
    return operation && successProblem(operation, status, headers['content-type'], text)
  }

  function failureProblem(operation: Operation | undefined, { status, text }: Answer): string | undefined {
    if (operation && !operation.responses.has(status) && !GENERAL.includes(status)) return `undocumented ${status}`
    return isFailure.Check(parseJson(text)) ? undefined : `status ${status} without the shape of a failure`
  }

  function successProblem({ responses }: Operation, status: number, contentType = '', text: string) {
    const content = responses.get(status)
    if (!content) return `undocumented ${status}`
    const [type = ''] = contentType.split(';')
    const documented = content[type] ?? content[type.replace(/\/.*/, '/*')]
    if (!documented) return `undocumented content type ${contentType}`
    if (type !== 'application/json' || !documented.schema) return undefined
    return hasShape(documented.schema, parseJson(text)) ? undefined : 'not the documented shape'
  }
}

function mayLackRazorpay(operation: Operation | undefined, status: number): boolean {
  return operation !== undefined && NEEDS_RAZORPAY.test(operation.path) && operation.responses.has(status)
}

/** Other faults also get 503 with Retry-After, such as lost connections to the database. */
function isOverload({ status, headers, text }: Answer): boolean {
  const code = (parseJson(text) as { code?: unknown } | undefined)?.code
  return status === 503 && headers['retry-after'] !== undefined && OVERLOAD_CODES.includes(code)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
