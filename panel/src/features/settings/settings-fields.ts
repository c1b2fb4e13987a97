import type { SettingsDraft } from './settings-draft.ts'

const ENTRY_FIELD = /^(wordings|rules)\[(\d+)\]\.(.+)$/

/**
 * The form's name for a field that the server names, such as `wordings[1].approval.en`. An entry has its
 * key in place of the index, so that its errors stay with it.
 */
export function fieldOf(serverField: string, draft: SettingsDraft): string {
  const [, list, index, name] = ENTRY_FIELD.exec(serverField) ?? []
  const key = entriesOf(draft, list)[Number(index)]?.key ?? index
  const field = `${list === undefined ? '' : `${list}[${key}].`}${(name ?? serverField).replaceAll(/\[\d+\]/g, '')}`
  return readField(draft, field) === undefined && readField(draft, `${field}.en`) !== undefined ? `${field}.en` : field
}

/** The value of a field by the form's name; `undefined` if the form has no such field. */
export function readField(draft: SettingsDraft, field: string): unknown {
  const [, list, key, name] = ENTRY_FIELD.exec(field) ?? []
  if (name === undefined) return Reflect.get(draft, field)
  const entry = entriesOf(draft, list).find((each) => each.key === key)
  return entry && Reflect.get(entry, name)
}

function entriesOf({ wordings, rules }: SettingsDraft, list: string | undefined): readonly { key: string }[] {
  return list === 'wordings' ? wordings : rules
}
