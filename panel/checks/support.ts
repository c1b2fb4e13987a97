import bcd, { type CompatStatement, type Identifier, type SimpleSupportStatement } from '@mdn/browser-compat-data'

/** The oldest browsers of browser-targets.ts, as the compatibility data names them. */
const OLDEST = { chrome: 109, safari: 15.6, safari_ios: 15.6, firefox: 115 } as const
type Browser = keyof typeof OLDEST

/** Returns the oldest browsers that lack a feature. */
export function lackedBy(feature: Identifier | undefined): Browser[] {
  const compat: CompatStatement | undefined = feature?.__compat
  if (!compat) return []
  return (Object.keys(OLDEST) as Browser[]).filter((browser) => {
    const support = compat.support[browser]
    if (!support) return false
    const statements: SimpleSupportStatement[] = Array.isArray(support) ? support : [support]
    return !statements.some((statement) => isThereIn(statement, OLDEST[browser]))
  })
}

/** The feature at a dotted path of the data, such as `javascript.builtins.Array.toSorted`. */
export function featureAt(path: string): Identifier | undefined {
  let place = bcd as unknown as Identifier | undefined
  for (const step of path.split('.')) {
    if (!place || !Object.hasOwn(place, step)) return undefined
    place = place[step] as Identifier
  }
  return place
}

/** Common JavaScript objects. */
const EVERYDAY = [
  'Array',
  'ArrayBuffer',
  'Date',
  'Iterator',
  'Map',
  'Object',
  'Promise',
  'RegExp',
  'Set',
  'String',
  'TypedArray',
]
const EVERYDAY_IN_PAGES = [
  'Blob',
  'Document',
  'Element',
  'File',
  'FormData',
  'HTMLDialogElement',
  'HTMLElement',
  'Node',
  'Response',
]

/**
 * Names of methods, such as `toSorted`, that no common object supports in all of the oldest
 * browsers.
 */
export function tooNewMethods(): Set<string> {
  const lacking = new Set<string>()
  const supported = new Set<string>()
  const owners = [
    ...EVERYDAY.map((name) => featureAt(`javascript.builtins.${name}`)),
    ...EVERYDAY_IN_PAGES.map((name) => featureAt(`api.${name}`)),
  ]
  for (const [name, feature] of owners.flatMap((owner) => Object.entries(owner ?? {}))) {
    if (name === '__compat' || name.endsWith('_static') || name.endsWith('_event')) continue
    const isLacked = lackedBy(feature as Identifier).length > 0
    ;(isLacked ? lacking : supported).add(name)
  }
  return lacking.difference(supported)
}

function isThereIn(statement: SimpleSupportStatement, version: number): boolean {
  if (statement.flags || statement.prefix || statement.alternative_name) return false
  const since = versionOf(statement.version_added)
  const until = versionOf(statement.version_removed)
  return since !== undefined && since <= version && (until === undefined || until > version)
}

function versionOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const number = Number.parseFloat(value.replace('≤', ''))
  return Number.isNaN(number) ? undefined : number
}
