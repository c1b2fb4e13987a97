import { inputsOf, plainFields, SETTINGS_FIELDS } from '@sevadesk/contract/settings/settings-fields.ts'
import { useSettingNames } from '../../records/setting-names.ts'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import { contentOf, type SettingsDraft } from './settings-draft.ts'
import styles from './settings-form.module.css'
import { useChangedEntries } from './use-changed-entries.ts'

/** What is compared if others saved the settings meanwhile. */
export function useSettingsConflictFields(initial: SettingsDraft): ConflictField<SettingsDraft>[] {
  const names: Readonly<Record<string, string>> = useSettingNames()
  const linesOfEntries = useChangedEntries(initial)
  const inputs = inputsOf(SETTINGS_FIELDS)
  const plain = Object.entries(plainFields(SETTINGS_FIELDS)).map(([name, field]): ConflictField<SettingsDraft> => {
    const label = names[name] ?? name
    const keys = inputs.filter((each) => each.name === name).map(({ input }) => input as keyof SettingsDraft)
    const show = (draft: SettingsDraft) =>
      [...new Set(keys.map((key) => String(draft[key])))].filter(Boolean).join(' · ')
    const picture = (draft: SettingsDraft) =>
      show(draft) && <img className={styles.thumbnail} src={show(draft)} alt={label} />
    return { name, label, keys, show: field.kind === 'picture' ? picture : show }
  })
  const entries = (['wordings', 'rules'] as const).map(
    (list): ConflictField<SettingsDraft> => ({
      name: list,
      label: names[list] ?? list,
      keys: [list],
      comparable: (draft) => Reflect.get(contentOf(draft), list) ?? [],
      show: (draft) => linesOfEntries(draft, list),
    }),
  )
  return [...plain, ...entries]
}
