import { useLingui } from '@lingui/react/macro'
import { inputsOf, plainFields, SETTINGS_FIELDS } from '@sevadesk/contract/settings/settings-fields.ts'
import type { SavedSettings } from '@sevadesk/contract/settings/settings-schemas.ts'
import { useMemo, useState, useSyncExternalStore } from 'react'
import ReceiptText from '~icons/lucide/receipt-text'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useSettingNames } from '../../records/setting-names.ts'
import { Button } from '../../ui/base/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { FormValues } from '../../ui/form/draft-store.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { type FormRecord, useRecordForm } from '../../ui/form/use-record-form.tsx'
import { useChangedEntries } from './changed-entries.ts'
import { ReceiptPreview } from './receipt-preview.tsx'
import { contentOf, draftOf, isChanged, type SettingsDraft, withAllFields } from './settings-draft.ts'
import { fieldOf, readField } from './settings-fields.ts'
import styles from './settings-form.module.css'
import { useSaveSettings } from './settings-queries.ts'
import { SectionInputs, type SectionName, sectionOf, useSectionTexts } from './settings-sections.tsx'

/** Wide enough for a second column beside a form. */
const WIDE = '(min-width: 75rem)'

interface SettingsFormProps extends PageFormProps<SettingsDraft> {
  section: SectionName
  /** Today in the trust's zone, `YYYY-MM-DD`. */
  today: string
}

/** Edits a section of the settings, with the receipt beside; on a phone a button shows it. */
export function SettingsForm({ initial, section, today, focusRequest, onSaved, onSavingChange }: SettingsFormProps) {
  const { t } = useLingui()
  const saveSettings = useSaveSettings()
  const isWide = useIsWide()
  const [day, setDay] = useState(today)
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const texts = useSectionTexts()
  const form = useRecordForm<SettingsDraft>({
    record: useSettingsRecord(initial.id),
    initial,
    isDirty: isChanged,
    send: (draft) => saveSettings({ content: contentOf(draft), version: draft.version }),
    onSaved,
    onSavingChange,
    showsField: (field, draft) => sectionOf(field) === section && readField(draft, field) !== undefined,
    fieldOf,
    readField,
    explain: explainOtherSection,
    conflict: {
      fields: useSettingsConflictFields(initial),
      unedited: ['version', 'given'],
      readCurrent: (record) => ({ ...draftOf(record as SavedSettings), id: section }),
    },
  })
  const { draft, change, isSaving, fieldErrors } = form
  const { title, text } = texts[section]

  /** The server validates the whole settings. */
  function explainOtherSection(failure: Error): string | undefined {
    const fields = Object.entries(Object(Reflect.get(failure, 'fields')))
    const [field = '', sentence] = fields.find(([name]) => sectionOf(name) !== section) ?? []
    const other = sectionOf(field)
    return other && `${texts[other].title}: ${sentence}`
  }

  const inputs = { values: draft, change, errorOf: (name: string) => fieldErrors[name], isSaving }
  const hasErrorIn = (prefix: string) => Object.keys(fieldErrors).some((name) => name.startsWith(prefix))
  const preview = <ReceiptPreview draft={draft} day={day} onDayChange={setDay} isUntitled={!isWide} />

  return (
    <div className={styles.columns}>
      <FormPanel
        form={form}
        title={title}
        focusRequest={focusRequest}
        chooseAgain={
          draft.files.length === 0 ? t`The pictures that you had chosen are not kept. Choose them again.` : undefined
        }
        status={
          !isWide && (
            <Button icon={<ReceiptText aria-hidden="true" />} onClick={() => setPreviewOpen(true)}>
              {t`Show the receipt`}
            </Button>
          )
        }
      >
        {text && <p className={styles.hint}>{text}</p>}
        <SectionInputs {...inputs} section={section} hasErrorIn={hasErrorIn} onEdit={setDay} />
      </FormPanel>
      {isWide ? (
        <aside className={styles.beside}>{preview}</aside>
      ) : (
        <Dialog
          title={t`Preview of the receipt`}
          isOpen={isPreviewOpen}
          onClose={() => setPreviewOpen(false)}
          isDismissable
          size="large"
        >
          {preview}
          <Button onClick={() => setPreviewOpen(false)}>{t`Close`}</Button>
        </Dialog>
      )}
    </div>
  )
}

/** What is compared if others saved the settings meanwhile. */
function useSettingsConflictFields(initial: SettingsDraft): ConflictField<SettingsDraft>[] {
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

/** The record of the form. Fills what the entries of a stored draft lack. */
function useSettingsRecord(id: string): FormRecord {
  const { store, editors } = useFormRecord('settings', id)
  const filledStore = useMemo(
    () =>
      store && {
        ...store,
        read: (initial: FormValues) =>
          store.read(initial).map((draft) => ({ ...draft, values: withAllFields(draft.values) })),
      },
    [store],
  )
  return { store: filledStore, editors }
}

function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
