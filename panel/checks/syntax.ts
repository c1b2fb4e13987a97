import { parseSync } from 'vite'

/** A node of the syntax tree, with the fields that the checks use. */
export interface SyntaxNode {
  type: string
  name?: string
  value?: unknown
  kind?: string
  computed?: boolean
  start: number
  regex?: { pattern: string; flags: string }
  callee?: SyntaxNode
  object?: SyntaxNode
  property?: SyntaxNode
  quasis?: { value: { raw: string } }[]
  openingElement?: { name: SyntaxNode; attributes: SyntaxNode[] }
}

/**
 * Calls `visit` with every node and its ancestors, nearest first. The file extension selects the
 * language.
 */
export function walk(fileName: string, code: string, visit: (node: SyntaxNode, parents: SyntaxNode[]) => void): void {
  const { program, errors } = parseSync(fileName, code)
  if (errors[0]) throw new Error(`${fileName} does not parse: ${errors[0].message}`)
  step(program, [])

  function step(value: unknown, parents: SyntaxNode[]): void {
    if (Array.isArray(value)) for (const item of value) step(item, parents)
    else if (isNode(value)) {
      visit(value, parents)
      const inside = [value, ...parents]
      for (const child of Object.values(value)) if (typeof child === 'object') step(child, inside)
    }
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
