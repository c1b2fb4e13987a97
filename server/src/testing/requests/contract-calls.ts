import { schemaText } from '@sevadesk/contract-check/schema-text.ts'
import type { TSchema } from 'typebox'
import type { Access } from '../../http/access.ts'

/** The parts of `/api/openapi.json` that tests read. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  summary: string
  'x-specified': boolean
  'x-used-by'?: string
  'x-who': Access
  'x-on-failure'?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: TSchema }> }
  responses: Record<string, Response>
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: TSchema
  description?: string
}

interface Response {
  description: string
  content?: Record<string, { schema?: TSchema }>
}

const HEAD = `# All calls, one by one

Generated from the schemas by which our server validates requests and responses (\`/api/openapi.json\`). Do not edit
it: after a change of the contract, run \`npx vitest run --project server openapi -u\`. A test fails when this page is
out of date. [contract.md](contract.md) describes the rest of the contract.

A \`?\` marks an optional field, \`[…]\` a list. All paths are below \`/api\`.
`

/** Returns the calls as Markdown: those of the specification, then those of our server alone. */
export function contractCalls({ paths }: OpenApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
  const part = (isSpecified: boolean) =>
    calls
      .filter(({ operation }) => operation['x-specified'] === isSpecified)
      .map(({ name, operation }) => callText(name, operation))
  return [
    HEAD,
    '## Calls that the panel makes to every backend\n',
    ...part(true),
    '## Calls that only our server has\n\nAnother backend needs none of them.\n',
    ...part(false),
  ].join('\n')
}

function callText(name: string, operation: Operation): string {
  const { summary, parameters = [], requestBody, responses } = operation
  const lines = [
    `### ${name}`,
    '',
    summary,
    '',
    ...(operation['x-used-by'] ? [`- Used by: ${operation['x-used-by']}`] : []),
    `- Who: ${whoText(operation['x-who'])}`,
    ...parameters.map((each) => `- ${PARAMETER_LABELS[each.in]}: ${parameterText(each)}`),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => `- Request ${type}: ${code(schema)}`),
    ...Object.entries(responses).flatMap(([status, response]) => responseText(status, response)),
    ...(operation['x-on-failure'] ? [`- On failure: ${operation['x-on-failure']}`] : []),
    '',
  ]
  return lines.join('\n')
}

function whoText(who: Operation['x-who']): string {
  if (who === 'public') return 'anyone'
  if (who === 'site') return 'anyone; a session is recognised'
  return who === 'signed-in' ? 'any signed-in account' : `accounts with ${who.join(' or ')}`
}

const PARAMETER_LABELS = { path: 'In the path', query: 'In the query', header: 'In the header' } as const

function parameterText({ name, required, schema, description }: Parameter): string {
  return `\`${name}${required ? '' : '?'}\`, ${schemaText(schema)}${description ? `: ${description}` : ''}`
}

function responseText(status: string, { description, content = {} }: Response): string[] {
  if (status === 'default') return []
  if (status !== '200') return [`- Response ${status}: ${description}`]
  return Object.entries(content).map(
    ([type, { schema }]) => `- Response ${type}${schema && Object.keys(schema).length > 0 ? `: ${code(schema)}` : ''}`,
  )
}

function code(schema: TSchema): string {
  return `\`${schemaText(schema)}\``
}
