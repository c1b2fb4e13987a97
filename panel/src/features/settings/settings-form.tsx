import { useLingui } from '@lingui/react/macro'
import type { SavedSettings } from '@sevadesk/contract/settings/settings-schemas.ts'
import { useState } from 'react'
import ReceiptText from '~icons/lucide/receipt-text'
import { Button } from '../../ui/base/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { useRecordForm } from '../../ui/form/use-record-form.tsx'
import { useIsWide } from '../../ui/layout/use-is-wide.ts'
import { ReceiptPreview } from './receipt-preview.tsx'
import { useSettingsConflictFields } from './settings-conflict-fields.tsx'
import { contentOf, draftOf, isChanged, type SettingsDraft } from './settings-draft.ts'
import { fieldOf, readField } from './settings-fields.ts'
import styles from './settings-form.module.css'
import { useSaveSettings } from './settings-queries.ts'
import { ReceiptsSection, RulesSection, SignatorySection, TrustSection, WordingsSection } from './settings-sections.tsx'
import { useSettingsRecord } from './use-settings-record.ts'

interface SettingsFormProps extends PageFormProps<SettingsDraft> {
  /** Today in the trust's zone, `YYYY-MM-DD`. */
  today: string
}

/** Edits the settings, with the receipt beside; on a phone a button shows it. */
export function SettingsForm({ initial, today, focusRequest, onSaved, onSavingChange }: SettingsFormProps) {
  const { t } = useLingui()
  const saveSettings = useSaveSettings()
  const isWide = useIsWide()
  const [day, setDay] = useState(today)
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const form = useRecordForm<SettingsDraft>({
    record: useSettingsRecord(initial.id),
    initial,
    isDirty: isChanged,
    send: (draft) => saveSettings({ content: contentOf(draft), version: draft.version }),
    onSaved,
    onSavingChange,
    showsField: (field, draft) => readField(draft, field) !== undefined,
    fieldOf,
    readField,
    conflict: {
      fields: useSettingsConflictFields(initial),
      unedited: ['version', 'given'],
      readCurrent: (record) => draftOf(record as SavedSettings),
    },
  })
  const { draft, change, isSaving, fieldErrors } = form
  const inputs = { values: draft, change, errorOf: (name: string) => fieldErrors[name], isSaving }
  const hasErrorIn = (prefix: string) => Object.keys(fieldErrors).some((name) => name.startsWith(prefix))
  const preview = <ReceiptPreview draft={draft} day={day} onDayChange={setDay} isUntitled={!isWide} />

  return (
    <div className={styles.columns}>
      <FormPanel
        form={form}
        title={t`Edit settings`}
        focusRequest={focusRequest}
        errorMessage={form.errorMessage}
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
        <TrustSection {...inputs} />
        <SignatorySection {...inputs} />
        <ReceiptsSection {...inputs} />
        <WordingsSection {...inputs} hasErrorIn={hasErrorIn} onEdit={setDay} />
        <RulesSection {...inputs} hasErrorIn={hasErrorIn} />
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
