import { useLingui } from '@lingui/react/macro'
import { Choice, Choices } from '../../ui/form/choice.tsx'
import { DatedEntries } from './dated-entries.tsx'
import { PlainField } from './plain-field.tsx'
import { newWording, type WordingDraft } from './settings-draft.ts'
import styles from './settings-form.module.css'
import { type EntriesSectionProps, Section } from './settings-sections.tsx'
import { type Fields, TextPair } from './text-pair.tsx'

/** What receipts say about taxes, from a day on. */
export function WordingsSection({
  onEdit,
  hasErrorIn,
  ...fields
}: EntriesSectionProps & { onEdit: (day: string) => void }) {
  const { t } = useLingui()
  const { values, change, errorOf, isSaving } = fields
  return (
    <Section
      title={t`Wordings on taxes`}
      text={t`A receipt has the wording of the day on which the money was received. When the law changes, add a wording and keep the old ones. Have an accountant read each.`}
    >
      <DatedEntries
        entries={values.wordings}
        onChange={(wordings) => change({ wordings })}
        makeEntry={() => newWording(values.wordings)}
        addLabel={t`Add a wording`}
        emptyText={t`No wording yet. Receipts say nothing about taxes.`}
        errorMessage={errorOf('wordings')}
        hasError={({ key }) => hasErrorIn(`wordings[${key}].`)}
        onEdit={onEdit}
        isSaving={isSaving}
      >
        {(wording, changeWording) => (
          <WordingFields
            values={wording}
            change={changeWording}
            errorOf={(name) => errorOf(`wordings[${wording.key}].${name}`)}
            isSaving={isSaving}
          />
        )}
      </DatedEntries>
    </Section>
  )
}

function WordingFields(fields: Fields<WordingDraft>) {
  const { t } = useLingui()
  const { values, change, errorOf, isSaving } = fields
  const optional = t`(optional)`
  const needs = values.needs.split(' ').filter(Boolean)
  const details = [
    { detail: 'name', label: t`Name` },
    { detail: 'address', label: t`Address` },
    { detail: 'pan', label: t`PAN` },
  ]
  const shared = { ...fields, labelNote: optional }
  const lines = t`Each line is printed on its own.`

  return (
    <>
      <PlainField {...fields} name="from" type="date" label={t`For donations from this day on`} />
      <TextPair {...shared} name="title" label={t`Heading of the receipt`} />
      <TextPair {...shared} name="approval" label={t`Approval, on every receipt`} description={lines} multiline />
      <TextPair {...shared} name="declaration" label={t`Declaration`} multiline={false} />
      <TextPair {...shared} name="statement" label={t`Statement`} description={lines} multiline />
      <Choices
        legend={t`Heading, declaration and statement need the donor’s`}
        errorMessage={errorOf('needs')}
        isReadOnly={isSaving}
      >
        <div className={styles.choices}>
          {details.map(({ detail, label }) => (
            <Choice
              key={detail}
              type="checkbox"
              label={label}
              checked={needs.includes(detail)}
              isReadOnly={isSaving}
              onChange={(isNeeded) => {
                const chosen = details.filter((each) =>
                  each.detail === detail ? isNeeded : needs.includes(each.detail),
                )
                change({ needs: chosen.map((each) => each.detail).join(' ') })
              }}
            />
          ))}
        </div>
      </Choices>
      <TextPair {...shared} name="missing" label={t`Printed instead if one is missing`} />
      <PlainField {...shared} name="cash.aboveRupees" label={t`Cash note above (₹)`} inputMode="numeric" />
      <TextPair {...shared} name="cash.text" label={t`Cash note`} />
      <TextPair
        {...shared}
        name="cheque"
        label={t`Note for a cheque that is not cleared`}
        description={t`Printed only if the receipt of a cheque or draft is issued before the bank has cleared it.`}
      />
    </>
  )
}
