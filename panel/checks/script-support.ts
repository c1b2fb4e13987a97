import { featureAt, lackedBy, tooNewMethods } from './support.ts'
import { type SyntaxNode, walk } from './syntax.ts'

/** Interfaces of the browser's global objects. */
const GLOBAL_INTERFACES: Record<string, string> = {
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  history: 'History',
  location: 'Location',
  performance: 'Performance',
}

/** Regular expression syntax that Safari 15.6 cannot parse: one use makes the whole file fail. */
const PATTERN_TOO_NEW = /\(\?<[=!]|\(\?[ims-]+:/

/**
 * The names of features that a script uses and some of the oldest browsers lack. The analysis is
 * static: it includes uses after feature detection, and matches methods of common objects by name
 * only.
 */
export function tooNewInScript(code: string): Set<string> {
  const features = new Set<string>()
  const methods = tooNewMethods()
  walk('built.js', code, (node, [parent]) => {
    const name = tooNewSyntax(node) ?? tooNewGlobal(node, parent) ?? tooNewMember(node, parent, methods)
    if (name) features.add(name)
  })
  return features
}

function tooNewSyntax({ type, regex, kind }: SyntaxNode): string | undefined {
  if (type === 'StaticBlock') return 'static block'
  if (type === 'ImportAttribute') return 'import attribute'
  if (type === 'VariableDeclaration' && kind?.includes('using')) return 'using declaration'
  if (!regex || !(PATTERN_TOO_NEW.test(regex.pattern) || regex.flags.includes('v'))) return undefined
  return `regular expression /${regex.pattern}/${regex.flags}`
}

/**
 * A global that is called, constructed or accessed. Ignores names of one or two letters: they are
 * the script's own, minified.
 */
function tooNewGlobal({ type, name = '' }: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  const isUsed = parent?.callee?.name === name || (parent?.type === 'MemberExpression' && parent.object?.name === name)
  if (type !== 'Identifier' || name.length < 3 || !isUsed) return undefined
  const feature = [`javascript.builtins.${name}`, `api.${name}`, `api.Window.${name}`].map(featureAt).find(Boolean)
  return lackedBy(feature).length > 0 ? name : undefined
}

function tooNewMember(node: SyntaxNode, parent: SyntaxNode | undefined, methods: Set<string>): string | undefined {
  const { type, object, property, computed } = node
  const name = property?.name
  if (type !== 'MemberExpression' || computed || !name) return undefined
  const owner = object?.name ?? ''
  const holder = GLOBAL_INTERFACES[owner] ?? owner
  const feature = [`javascript.builtins.${holder}.${name}`, `api.${holder}.${name}`]
    .flatMap((path) => [path, `${path}_static`])
    .map(featureAt)
    .find(Boolean)
  if (feature) return lackedBy(feature).length > 0 ? `${owner}.${name}` : undefined
  return parent?.type === 'CallExpression' && parent.callee === node && methods.has(name) ? `.${name}()` : undefined
}
