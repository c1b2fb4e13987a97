/** Parts of a draft that are compared and taken over as one, such as start and end of an event. */
export interface MergedPart<Draft> {
  keys: readonly (keyof Draft)[]
  /** Returns what to compare, as JSON. Default: the values of `keys`. */
  comparable?: ((draft: Draft) => unknown) | undefined
}

interface Versions<Draft> {
  /** As the form opened. */
  base: Draft
  /** As the user changed it. */
  yours: Draft
  /** As the server has it now. */
  theirs: Draft
}

interface Merge<Draft, Part> {
  /** The user's draft with what only the others changed. */
  merged: Draft
  /** What only the others changed. */
  taken: Part[]
  /** What both sides changed, each to another value. */
  conflicts: Part[]
}

/** Three-way merge of a draft, part by part. */
export function mergeDrafts<Draft extends object, Part extends MergedPart<Draft>>(
  { base, yours, theirs }: Versions<Draft>,
  parts: readonly Part[],
): Merge<Draft, Part> {
  const isSame = (part: Part, one: Draft, other: Draft) => textOf(part, one) === textOf(part, other)
  const changed = parts.filter((part) => !isSame(part, theirs, base) && !isSame(part, theirs, yours))
  const taken = changed.filter((part) => isSame(part, yours, base))
  return {
    merged: Object.assign({}, yours, ...taken.map(({ keys }) => pick(theirs, keys))),
    taken,
    conflicts: changed.filter((part) => !taken.includes(part)),
  }
}

export function pick<Draft extends object>(draft: Draft, keys: readonly (keyof Draft)[]): Partial<Draft> {
  return Object.fromEntries(keys.map((key) => [key, draft[key]])) as Partial<Draft>
}

/** A missing text equals an empty one. */
function textOf<Draft>({ keys, comparable }: MergedPart<Draft>, draft: Draft): string {
  return JSON.stringify(comparable ? comparable(draft) : keys.map((key) => draft[key] ?? ''))
}
