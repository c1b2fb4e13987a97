import { useLingui } from '@lingui/react/macro'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import { contentOf, type SettingsDraft } from './settings-draft.ts'
import styles from './settings-form.module.css'
import { useChangedEntries } from './use-changed-entries.ts'

/** What is compared if others saved the settings meanwhile, in the form's order. */
export function useSettingsConflictFields(initial: SettingsDraft): ConflictField<SettingsDraft>[] {
  const { t } = useLingui()
  const linesOfEntries = useChangedEntries(initial)
  const texts = (name: string, label: string, ...keys: (keyof SettingsDraft)[]): ConflictField<SettingsDraft> => ({
    name,
    label,
    keys,
    show: (draft) => [...new Set(keys.map((key) => String(draft[key])))].filter(Boolean).join(' · '),
  })
  const picture = (key: 'logo' | 'signatory.picture', label: string): ConflictField<SettingsDraft> => ({
    name: key,
    label,
    keys: [key],
    show: (draft) => draft[key] && <img className={styles.thumbnail} src={draft[key]} alt={label} />,
  })
  const entries = (key: 'wordings' | 'rules', label: string): ConflictField<SettingsDraft> => ({
    name: key,
    label,
    keys: [key],
    comparable: (draft) => Reflect.get(contentOf(draft), key) ?? [],
    show: (draft) => linesOfEntries(draft, key),
  })
  return [
    texts('name', t`Name`, 'name.en', 'name.hi'),
    texts('address', t`Address`, 'address.en', 'address.hi'),
    texts('registration', t`Registration`, 'registration.en', 'registration.hi'),
    texts('pan', t`PAN of the trust`, 'pan'),
    texts('phone', t`Phone`, 'phone'),
    texts('email', t`Email`, 'email'),
    texts('website', t`Website`, 'website'),
    texts('signatory.name', t`Name of the signatory`, 'signatory.name.en', 'signatory.name.hi'),
    texts('signatory.designation', t`Designation`, 'signatory.designation.en', 'signatory.designation.hi'),
    picture('signatory.picture', t`Signature`),
    picture('logo', t`Logo`),
    texts('receipts.language', t`Language of all receipts`, 'receipts.language'),
    texts('receipts.number', t`Format of the number`, 'receipts.number'),
    texts('receipts.digits', t`Digits of the number`, 'receipts.digits'),
    texts('receipts.linkDays', t`Days for which a donor can open the link`, 'receipts.linkDays'),
    entries('wordings', t`Wordings on taxes`),
    entries('rules', t`Limits and rules`),
  ]
}
