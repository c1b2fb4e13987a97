import { useLingui } from '@lingui/react/macro'
import { isBlank } from '@sevadesk/contract/base/not-blank.ts'
import { DONATION_TYPES } from '@sevadesk/contract/settings/list-entry.ts'
import type { Purpose } from '@sevadesk/contract/settings/list-entry-schemas.ts'
import { useRef } from 'react'
import Copy from '~icons/lucide/copy'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useEntryName } from '../../records/entry-name.ts'
import { useDonationTypeName } from '../../records/gift-field-names.ts'
import { Button } from '../../ui/base/button.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import { type FormParts, fieldProps } from '../../ui/form/use-form.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { useRecordForm } from '../../ui/form/use-record-form.tsx'
import { draftOf, type EntryDraft, entriesOf, isChangedDraft, type ListEntry } from './list-entry.ts'
import { useSaveEntry } from './list-queries.ts'
import styles from './lists-page.module.css'

interface EntryFormProps extends PageFormProps<EntryDraft> {
  /** Called with the `_id` of a new entry, before `onSaved`. */
  onAdded?: ((id: string) => void) | undefined
}

interface PurposeFormProps extends EntryFormProps {
  institutions: readonly ListEntry[]
}

/** Adds or edits a purpose. */
export function PurposeForm({ institutions, ...props }: PurposeFormProps) {
  const { t } = useLingui()
  const { initial, focusRequest } = props
  const entryName = useEntryName()
  const typeName = useDonationTypeName()
  const institutionName = ({ institutionId }: EntryDraft) => {
    const institution = institutions.find(({ _id }) => _id === institutionId)
    return institution ? entryName(institution) : ''
  }
  const form = useEntryForm(props, [
    { name: 'institutionId', label: t`Institution`, keys: ['institutionId'], show: institutionName },
    {
      name: 'donationType',
      label: t`Type of donation`,
      keys: ['donationType'],
      show: ({ donationType }) => typeName(donationType),
    },
  ])
  const { draft } = form
  const offered = institutions.filter(
    ({ _id, isRetired }) => !isRetired || [initial.institutionId, draft.institutionId].includes(_id),
  )
  return (
    <FormPanel
      form={form}
      title={initial.id === undefined ? t`Add purpose` : t`Edit purpose`}
      focusRequest={focusRequest}
    >
      <EntryNameFields form={form} />
      <SelectField
        {...fieldProps(form, 'institutionId')}
        label={t`Institution`}
        description={t`Where the money of this purpose goes.`}
        options={[
          { value: '', label: t`The whole trust` },
          ...offered.map((entry) => ({
            value: entry._id,
            label: entry.isRetired ? t`${entryName(entry)} (retired)` : entryName(entry),
          })),
        ]}
      />
      <SelectField
        {...fieldProps(form, 'donationType')}
        label={t`Type of donation`}
        description={t`Corpus: the donor directs the trust to keep the money.`}
        options={DONATION_TYPES.map((type) => ({ value: type, label: typeName(type) }))}
      />
    </FormPanel>
  )
}

/** Adds or edits an institution. */
export function InstitutionForm(props: EntryFormProps) {
  const { t } = useLingui()
  const { initial, focusRequest } = props
  const form = useEntryForm(props)
  return (
    <FormPanel
      form={form}
      title={initial.id === undefined ? t`Add institution` : t`Edit institution`}
      focusRequest={focusRequest}
    >
      <EntryNameFields form={form} />
    </FormPanel>
  )
}

/** The state of the form of a purpose or an institution. Names are sent as entered; the server validates them. */
function useEntryForm(props: EntryFormProps, details: ConflictField<EntryDraft>[] = []) {
  const { initial, onSaved, onSavingChange, onAdded } = props
  const { list } = initial
  const { t } = useLingui()
  const save = useSaveEntry(list)
  return useRecordForm<EntryDraft>({
    record: useFormRecord(list === 'purposes' ? 'purpose' : 'institution', initial.id),
    initial,
    isDirty: isChangedDraft,
    send: async (draft) => {
      const id = await save(draft)
      if (draft.id === undefined) onAdded?.(id)
    },
    onSaved,
    onSavingChange,
    conflict: {
      fields: [
        { name: 'nameEn', label: t`Name in English`, keys: ['nameEn'], show: ({ nameEn }) => nameEn },
        { name: 'nameHi', label: t`Name in Hindi`, keys: ['nameHi'], show: ({ nameHi }) => nameHi },
        ...details,
      ],
      unedited: ['version'],
      readCurrent: (record) => entriesOf(list, [record as Purpose]).map(draftOf)[0],
    },
  })
}

/** The name in both languages. An empty one can be copied from the other. */
function EntryNameFields({ form }: { form: FormParts<EntryDraft> }) {
  const { t } = useLingui()
  const english = useRef<HTMLInputElement>(null)
  const hindi = useRef<HTMLInputElement>(null)
  const { draft, change } = form
  const { nameEn, nameHi } = draft
  return (
    <>
      <div className={styles.name}>
        <TextField {...fieldProps(form, 'nameEn')} ref={english} label={t`Name in English`} autoComplete="off" />
        {isBlank(nameEn) && !isBlank(nameHi) && (
          <Button
            variant="quiet"
            icon={<Copy aria-hidden="true" />}
            onClick={() => {
              change({ nameEn: nameHi })
              english.current?.focus()
            }}
          >
            {t`Copy the Hindi name`}
          </Button>
        )}
      </div>
      <div className={styles.name}>
        <TextField {...fieldProps(form, 'nameHi')} ref={hindi} label={t`Name in Hindi`} autoComplete="off" />
        {isBlank(nameHi) && !isBlank(nameEn) && (
          <Button
            variant="quiet"
            icon={<Copy aria-hidden="true" />}
            onClick={() => {
              change({ nameHi: nameEn })
              hindi.current?.focus()
            }}
          >
            {t`Copy the English name`}
          </Button>
        )}
      </div>
    </>
  )
}
