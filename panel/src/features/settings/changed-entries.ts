import type { EntryDraft } from './settings-draft.ts'

/** A dated entry that differs from the one of the same day before. */
interface ChangedEntry {
  from: string
  /** The day has no entry any more. */
  isRemoved: boolean
  /** Names and values of the fields that differ; those of a new entry unless they are empty. */
  fields: readonly (readonly [name: string, value: string])[]
}

/** Compares dated entries by their days, in the order of `entries`; removed ones are last. */
export function changedEntries(entries: readonly EntryDraft[], before: readonly EntryDraft[]): ChangedEntry[] {
  const changed = entries.flatMap((entry): ChangedEntry[] => {
    const { key: _key, from, ...values } = entry
    const earlier = before.find((each) => each.from === from)
    const fields = Object.entries(values).filter(([name, value]) =>
      earlier ? value !== Reflect.get(earlier, name) : value !== '',
    )
    return earlier && fields.length === 0 ? [] : [{ from, isRemoved: false, fields }]
  })
  const removed = before.filter(({ from }) => entries.every((entry) => entry.from !== from))
  return [...changed, ...removed.map(({ from }) => ({ from, isRemoved: true, fields: [] }))]
}
