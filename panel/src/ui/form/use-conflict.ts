import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type MergedPart, mergeDrafts, pick } from './merge-drafts.ts'

/** A part of a form that is merged as one. */
export interface ConflictField<Draft> extends MergedPart<Draft> {
  name: string
  label: string
  /** The value as people read it; empty without one. */
  show: (draft: Draft) => ReactNode
}

export type Side = 'yours' | 'theirs'

interface Conflict<Draft> {
  error: Error
  theirs: Draft
  /** Names of the fields that only the others changed. */
  taken: readonly string[]
  /** Names of the fields to choose. */
  open: readonly string[]
  choices: Readonly<Partial<Record<string, Side>>>
  /** The user's values of fields for which `theirs` is chosen. */
  kept: Partial<Draft>
}

export interface ConflictOptions<Draft> {
  initial: Draft
  fields: readonly ConflictField<Draft>[]
  /** What no one edits in the form, such as the version. Always taken from the server. */
  unedited: readonly (keyof Draft)[]
  /** Reads the record in the response to a refused save; `undefined` if it is none. */
  readCurrent: ((record: unknown) => Draft | undefined) | undefined
}

/**
 * Merges the form with what others saved meanwhile. Fields that only one side changed need no
 * choice; for the others the user chooses before the next save.
 */
export function useConflict<Draft extends object>(options: ConflictOptions<Draft>) {
  const { initial, fields, unedited, readCurrent } = options
  const { t } = useLingui()
  const [conflict, setConflict] = useState<Conflict<Draft>>()
  const base = conflict?.theirs ?? initial

  /** Returns the draft to go on with; `undefined` if the error is no conflict. */
  function merge(error: unknown, yours: Draft): Draft | undefined {
    if (!(error instanceof Error)) return undefined
    const current: unknown = Reflect.get(error, 'current')
    const theirs = current === undefined ? undefined : readCurrent?.(current)
    if (!theirs) return undefined
    const { merged, taken, conflicts } = mergeDrafts({ base, yours, theirs }, fields)
    setConflict({ error, theirs, taken: taken.map(nameOf), open: conflicts.map(nameOf), choices: {}, kept: {} })
    return { ...merged, ...pick(theirs, unedited) }
  }

  /** Returns the part of the draft that changes with the choice. */
  function choose(field: ConflictField<Draft>, side: Side, draft: Draft): Partial<Draft> {
    if (!conflict || conflict.choices[field.name] === side) return {}
    const hadTheirs = conflict.choices[field.name] === 'theirs'
    setConflict({
      ...conflict,
      choices: { ...conflict.choices, [field.name]: side },
      kept: side === 'theirs' ? { ...conflict.kept, ...pick(draft, field.keys) } : conflict.kept,
    })
    if (side === 'theirs') return pick(conflict.theirs, field.keys)
    return hadTheirs ? pick({ ...draft, ...conflict.kept }, field.keys) : {}
  }

  function errors(): Record<string, string> {
    const missing = conflict?.open.filter((name) => !conflict.choices[name]) ?? []
    return Object.fromEntries(missing.map((name) => [choiceError(name), t`Choose one of the two.`]))
  }

  return {
    /** The draft that the next save begins from. */
    base,
    merge,
    errors,
    view: conflict && {
      /** Whether the part says why this save failed. A refusal without a record is no conflict. */
      explains: (error: Error) => error === conflict.error,
      taken: fields.filter(({ name }) => conflict.taken.includes(name)),
      open: fields.filter(({ name }) => conflict.open.includes(name)),
      choices: conflict.choices,
      theirs: conflict.theirs,
      /** The draft with the user's own values. */
      yoursOf: (draft: Draft): Draft => ({ ...draft, ...keptParts(conflict, fields) }),
      choose,
    },
  }
}

export type ConflictView<Draft extends object> = NonNullable<ReturnType<typeof useConflict<Draft>>['view']>

/** The name of the error of a missing choice. */
export function choiceError(name: string): string {
  return `choice-${name}`
}

function keptParts<Draft extends object>(
  { choices, kept }: Conflict<Draft>,
  fields: readonly ConflictField<Draft>[],
): Partial<Draft> {
  const replaced = fields.filter(({ name }) => choices[name] === 'theirs')
  return Object.assign({}, ...replaced.map(({ keys }) => pick(kept as Draft, keys)))
}

function nameOf({ name }: { name: string }): string {
  return name
}
