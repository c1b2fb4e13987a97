import { schemaWords } from '@sevadesk/contract-check/schema-words.ts'
import type { TSchema } from 'typebox'
import type { OpenApiDocument, Operation, Parameter } from '../http/openapi-document.ts'

const HEAD = `# All calls, one by one

Written from the schemas that our server itself checks and answers by (\`/api/openapi.json\`); a test fails when it is out of date. Don't edit it:
after a change of the contract, \`npx vitest run --project server openapi -u\` writes it anew. What stands around these calls is in [contract.md](contract.md).

A \`?\` marks what may be left out, \`[…]\` is a list. All paths are below \`/api\`.
`

/** The calls in Markdown: those of the specification, and then our own. */
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
    '## What the panel asks of every backend\n',
    ...part(true),
    '## What only our server answers\n\nNone of this is asked of another backend.\n',
    ...part(false),
  ].join('\n')
}

function callText(name: string, operation: Operation): string {
  const { summary, parameters, requestBody, responses } = operation
  const lines = [
    `### ${name}`,
    '',
    summary,
    '',
    ...(operation['x-beyond'] ? [`- Why: ${operation['x-beyond']}`] : []),
    `- Who: ${whoText(operation['x-who'])}`,
    ...parameters.map((each) => `- ${PLACES[each.in]}: ${parameterText(each)}`),
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => `- Takes ${type}: ${code(schema)}`),
    ...Object.entries(responses).flatMap(([status, response]) => answerText(status, response)),
    `- Otherwise: ${operation['x-otherwise']}`,
    '',
  ]
  return lines.join('\n')
}

function whoText(who: Operation['x-who']): string {
  if (who === 'public') return 'anyone'
  if (who === 'site') return 'anyone; a person who is signed in is known'
  return who === 'signed-in' ? 'whoever is signed in' : `who may open ${who.join(' or ')}`
}

const PLACES = { path: 'In the path', query: 'In the query', header: 'In the header' } as const

function parameterText({ name, required, schema, description }: Parameter): string {
  return `\`${name}${required ? '' : '?'}\`, ${schemaWords(schema)}${description ? `: ${description}` : ''}`
}

function answerText(status: string, response: unknown): string[] {
  const { description = '', content = {} } = response as {
    description?: string
    content?: Record<string, { schema?: TSchema }>
  }
  if (status === 'default') return []
  if (status !== '200') return [`- Refuses with ${status}: ${description}`]
  return Object.entries(content).map(
    ([type, { schema }]) => `- Answers ${type}${schema && Object.keys(schema).length > 0 ? `: ${code(schema)}` : ''}`,
  )
}

function code(schema: TSchema): string {
  return `\`${schemaWords(schema)}\``
}
