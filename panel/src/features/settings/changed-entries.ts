import { useLingui } from '@lingui/react/macro'
import { useSettingNames, useSettingOptionNames } from '../../records/setting-names.ts'
import { formatDate } from '../../ui/format/date-time.tsx'
import { PLAIN_SETTINGS } from './setting-input.tsx'
import type { EntryDraft, EntryList, SettingsDraft } from './settings-draft.ts'

/** Returns the dated entries of a draft that differ from those of `base`, as lines that people read. */
export function useChangedEntries(base: SettingsDraft) {
  const { t, i18n } = useLingui()
  const names: Readonly<Record<string, string>> = useSettingNames()
  const optionNames = useSettingOptionNames()
  const inputText = useInputText()
  const dateOf = (day: string) => formatDate(day, 'date', 'UTC', i18n.locale)

  function inputName(input: string): string {
    const [, name = input, language = ''] = /^(.+)\.(en|hi)$/.exec(input) ?? []
    return language === '' ? (names[name] ?? name) : `${names[name]} (${optionNames[language]})`
  }

  return (draft: SettingsDraft, list: EntryList): string => {
    return changedEntries(draft[list], base[list])
      .flatMap(({ from, isRemoved, fields }) => {
        const date = dateOf(from)
        const day = from ? t`From ${date}` : t`New entry`
        return [
          isRemoved ? `${day}: ${t`Removed`}` : day,
          ...fields.map(
            ([input, value]) =>
              `${inputName(input)}: ${inputText(input, value) || t({ message: 'empty', context: 'value of a field' })}`,
          ),
        ]
      })
      .join('\n')
  }
}

/** What an input holds, as people read it. */
export function useInputText(): (input: string, value: string) => string {
  const { i18n } = useLingui()
  const optionNames = useSettingOptionNames()
  return (input, value) => {
    if (value === '') return ''
    switch (PLAIN_SETTINGS[input]?.kind) {
      case 'choice':
      case 'choices':
      case 'yes-no':
        return Array.from(value.split(' '), (option) => optionNames[option] ?? option).join(', ')
      case 'day':
        return formatDate(value, 'date', 'UTC', i18n.locale)
      default:
        return value
    }
  }
}

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
