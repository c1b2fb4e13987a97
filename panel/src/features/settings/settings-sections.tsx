import { useLingui } from '@lingui/react/macro'
import { plainFields, SETTINGS_FIELDS } from '@sevadesk/contract/settings/settings-fields.ts'
import { type SettingName, useSettingNames } from '../../records/setting-names.ts'
import { DatedEntries } from './dated-entries.tsx'
import { PictureField } from './picture-field.tsx'
import { type Inputs, SettingInput } from './setting-input.tsx'
import { type EntryList, newEntry, type PictureName, pictureChange, type SettingsDraft } from './settings-draft.ts'
import styles from './settings-form.module.css'

/** Typed as they are. */
const [YEAR, NUMBER] = ['{year}', '{number}']

type SectionProps = Inputs<SettingsDraft>

interface EntriesProps extends SectionProps {
  /** Whether an input whose name begins so has a sentence. */
  hasErrorIn: (prefix: string) => boolean
}

interface SectionInputsProps extends EntriesProps {
  section: SectionName
  /** Tells which day's wording is being edited. */
  onEdit: (day: string) => void
}

export type SectionName = 'trust' | 'signatory' | 'receipts' | EntryList

/** The settings of each section, in its order. Those of the last two are in entries with a day. */
export const SECTION_FIELDS: Readonly<Record<SectionName, readonly SettingName[]>> = {
  trust: ['name', 'address', 'registration', 'pan', 'phone', 'email', 'website'],
  signatory: ['signatory.name', 'signatory.designation', 'signatory.picture', 'logo'],
  receipts: ['receipts.language', 'receipts.number', 'receipts.digits', 'receipts.linkDays'],
  wordings: entryFields('wordings'),
  rules: entryFields('rules'),
}

function entryFields(list: EntryList): SettingName[] {
  const names = Object.keys(plainFields(SETTINGS_FIELDS[list].fields)) as SettingName[]
  return names.filter((name) => name !== 'from')
}

/** The section with an input, by its name in the form. */
export function sectionOf(field: string): SectionName | undefined {
  const sections = Object.keys(SECTION_FIELDS) as SectionName[]
  const isIn = (name: string) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`)
  return sections.find((section) => (isEntryList(section) ? isIn(section) : SECTION_FIELDS[section].some(isIn)))
}

export function isEntryList(section: SectionName): section is EntryList {
  return section === 'wordings' || section === 'rules'
}

/** The heading of each section, and what it is for. */
export function useSectionTexts(): Readonly<Record<SectionName, { title: string; text?: string }>> {
  const { t } = useLingui()
  const names = useSettingNames()
  return {
    trust: { title: t`Trust`, text: t`Printed at the top of each receipt. The panel shows the name too.` },
    signatory: {
      title: t`Signatory and pictures`,
      text: t`Without a signatory, the receipt says that it was made by a computer.`,
    },
    receipts: { title: t`Receipts` },
    wordings: {
      title: names.wordings,
      text: t`A receipt has the wording of the day on which the money was received. When the law changes, add a wording and keep the old ones. Have an accountant read each.`,
    },
    rules: {
      title: names.rules,
      text: t`They change with the law: fill them in as your accountant says. Each entry is in force from its day until the next one.`,
    },
  }
}

/** The inputs of a section. */
export function SectionInputs({ section, onEdit, hasErrorIn, ...inputs }: SectionInputsProps) {
  switch (section) {
    case 'trust':
      return <TrustInputs {...inputs} />
    case 'signatory':
      return <SignatoryInputs {...inputs} />
    case 'receipts':
      return <ReceiptInputs {...inputs} />
    case 'wordings':
      return <Wordings {...inputs} hasErrorIn={hasErrorIn} onEdit={onEdit} />
    case 'rules':
      return <Rules {...inputs} hasErrorIn={hasErrorIn} />
  }
}

/** Name, address and numbers of the trust. */
function TrustInputs(inputs: SectionProps) {
  return (
    <>
      <SettingInput {...inputs} name="name" />
      <SettingInput {...inputs} name="address" />
      <SettingInput {...inputs} name="registration" />
      <div className={styles.pair}>
        <SettingInput {...inputs} name="pan" />
        <SettingInput {...inputs} name="phone" inputMode="tel" />
        <SettingInput {...inputs} name="email" inputMode="email" />
        <SettingInput {...inputs} name="website" inputMode="url" />
      </div>
    </>
  )
}

/** Who signs, and the pictures on receipts. */
function SignatoryInputs(inputs: SectionProps) {
  const { t } = useLingui()
  const names = useSettingNames()
  const { values, change, errorOf, isSaving } = inputs
  const picture = (name: PictureName) => (
    <PictureField
      label={names[name]}
      description={t`PNG, JPEG or SVG, up to 1 MB.`}
      value={values[name]}
      onChange={(url) => change(pictureChange(values, name, url))}
      errorMessage={errorOf(name)}
      isSaving={isSaving}
    />
  )
  return (
    <>
      <SettingInput {...inputs} name="signatory.name" />
      <SettingInput {...inputs} name="signatory.designation" />
      <div className={styles.pair}>
        {picture('signatory.picture')}
        {picture('logo')}
      </div>
    </>
  )
}

/** Language, numbers and links of receipts. */
function ReceiptInputs(inputs: SectionProps) {
  const { t } = useLingui()
  return (
    <>
      <SettingInput {...inputs} name="receipts.language" />
      <div className={styles.pair}>
        <SettingInput
          {...inputs}
          name="receipts.number"
          description={t`${YEAR} becomes 2026-27, and ${NUMBER} the number within that year.`}
        />
        <SettingInput {...inputs} name="receipts.digits" />
        <SettingInput {...inputs} name="receipts.linkDays" />
      </div>
    </>
  )
}

/** What receipts say about taxes, from a day on. */
function Wordings({ hasErrorIn, onEdit, ...inputs }: EntriesProps & { onEdit: (day: string) => void }) {
  const { t } = useLingui()
  const { values, change, errorOf, isSaving } = inputs
  return (
    <DatedEntries
      entries={values.wordings}
      onChange={(wordings) => change({ wordings })}
      makeEntry={() => newEntry('wordings', values.wordings)}
      addLabel={t`Add a wording`}
      emptyText={t`No wording yet. Receipts say nothing about taxes.`}
      errorMessage={errorOf('wordings')}
      hasError={({ key }) => hasErrorIn(`wordings[${key}].`)}
      onEdit={onEdit}
      isSaving={isSaving}
    >
      {(wording, changeWording) => {
        const ofEntry = entryInputs('wordings', wording, changeWording, inputs)
        return (
          <>
            <SettingInput {...ofEntry} name="from" label={t`For donations from this day on`} />
            <SettingInput {...ofEntry} name="title" />
            <SettingInput {...ofEntry} name="approval" />
            <SettingInput {...ofEntry} name="declaration" />
            <SettingInput {...ofEntry} name="statement" />
            <SettingInput {...ofEntry} name="needs" />
            <SettingInput {...ofEntry} name="missing" />
            <SettingInput {...ofEntry} name="cash.aboveRupees" />
            <SettingInput {...ofEntry} name="cash.text" />
            <SettingInput
              {...ofEntry}
              name="cheque"
              description={t`Printed only if the receipt of a cheque or draft is issued before the bank has cleared it.`}
            />
          </>
        )
      }}
    </DatedEntries>
  )
}

/** Limits and other rules of the law, from a day on. */
function Rules({ hasErrorIn, ...inputs }: EntriesProps) {
  const { t } = useLingui()
  const { values, change, errorOf, isSaving } = inputs
  return (
    <DatedEntries
      entries={values.rules}
      onChange={(rules) => change({ rules })}
      makeEntry={() => newEntry('rules', values.rules)}
      addLabel={t`Add limits and rules`}
      emptyText={t`No limits yet.`}
      errorMessage={errorOf('rules')}
      hasError={({ key }) => hasErrorIn(`rules[${key}].`)}
      isSaving={isSaving}
    >
      {(rule, changeRule) => {
        const ofEntry = entryInputs('rules', rule, changeRule, inputs)
        return (
          <>
            <SettingInput {...ofEntry} name="from" />
            <div className={styles.pair}>
              <SettingInput {...ofEntry} name="cashDayLimit" />
              <SettingInput {...ofEntry} name="anonymousLimit" />
              <SettingInput {...ofEntry} name="anonymousShare" />
              <SettingInput
                {...ofEntry}
                name="retentionYears"
                description={t`For your information: nothing is deleted after these years.`}
              />
              <SettingInput {...ofEntry} name="fcra.number" />
              <SettingInput {...ofEntry} name="fcra.date" />
            </div>
            <SettingInput
              {...ofEntry}
              name="certificate"
              description={t`For financial years that begin while this entry is in force.`}
            />
            <SettingInput {...ofEntry} name="receiptOnClearing" description={t`Otherwise when it is received.`} />
            <SettingInput
              {...ofEntry}
              name="receiptForLeaf"
              description={t`Otherwise the leaf that the donor has is the only receipt.`}
            />
          </>
        )
      }}
    </DatedEntries>
  )
}

function entryInputs<Entry extends { key: string }>(
  list: EntryList,
  values: Entry,
  change: (part: Partial<Entry>) => void,
  { errorOf, isSaving }: SectionProps,
): Inputs<Entry> {
  return { values, change, errorOf: (name) => errorOf(`${list}[${values.key}].${name}`), isSaving }
}
