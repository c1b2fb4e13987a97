import { useLingui } from '@lingui/react/macro'
import { Choice } from '../../ui/form/choice.tsx'
import { DatedEntries } from './dated-entries.tsx'
import { PlainField } from './plain-field.tsx'
import { newRule, type RuleDraft } from './settings-draft.ts'
import styles from './settings-form.module.css'
import { type EntriesSectionProps, Section } from './settings-sections.tsx'
import { type Fields, TextPair } from './text-pair.tsx'

/** Limits and other rules of the law, from a day on. */
export function RulesSection({ hasErrorIn, ...fields }: EntriesSectionProps) {
  const { t } = useLingui()
  const { values, change, errorOf, isSaving } = fields
  return (
    <Section
      title={t`Limits and rules`}
      text={t`They change with the law: fill them in as your accountant says. Each entry is in force from its day until the next one.`}
    >
      <DatedEntries
        entries={values.rules}
        onChange={(rules) => change({ rules })}
        makeEntry={() => newRule(values.rules)}
        addLabel={t`Add limits and rules`}
        emptyText={t`No limits yet.`}
        errorMessage={errorOf('rules')}
        hasError={({ key }) => hasErrorIn(`rules[${key}].`)}
        isSaving={isSaving}
      >
        {(rule, changeRule) => (
          <RuleFields
            values={rule}
            change={changeRule}
            errorOf={(name) => errorOf(`rules[${rule.key}].${name}`)}
            isSaving={isSaving}
          />
        )}
      </DatedEntries>
    </Section>
  )
}

function RuleFields(fields: Fields<RuleDraft>) {
  const { t } = useLingui()
  const { values, change, isSaving } = fields
  const shared = { ...fields, labelNote: t`(optional)` }
  return (
    <>
      <PlainField {...fields} name="from" type="date" label={t`From this day on`} />
      <div className={styles.pair}>
        <PlainField
          {...shared}
          name="cashDayLimit"
          label={t`Limit of cash from one person in a day (₹)`}
          inputMode="numeric"
        />
        <PlainField
          {...shared}
          name="anonymousLimit"
          label={t`Limit of anonymous donations in a year (₹)`}
          inputMode="numeric"
        />
        <PlainField
          {...shared}
          name="anonymousShare"
          label={t`Limit of anonymous donations, share of all (%)`}
          inputMode="numeric"
        />
        <PlainField
          {...shared}
          name="retentionYears"
          label={t`Years to keep records`}
          description={t`For your information: nothing is deleted after these years.`}
          inputMode="numeric"
        />
        <PlainField {...shared} name="fcra.number" label={t`FCRA registration number`} />
        <PlainField {...shared} name="fcra.date" type="date" label={t`FCRA registration date`} />
      </div>
      <TextPair
        {...shared}
        name="certificate"
        label={t`Name of the income-tax portal’s certificate`}
        description={t`For financial years that begin while this entry is in force.`}
      />
      <Choice
        type="checkbox"
        label={t`A cheque gets its receipt when it is cleared`}
        note={t`Otherwise when it is received.`}
        checked={values.receiptOnClearing === 'yes'}
        isReadOnly={isSaving}
        onChange={(isOnClearing) => change({ receiptOnClearing: isOnClearing ? 'yes' : 'no' })}
      />
      <Choice
        type="checkbox"
        label={t`A gift with a leaf of a receipt book gets a receipt number too`}
        note={t`Otherwise the leaf that the donor has is the only receipt.`}
        checked={values.receiptForLeaf === 'yes'}
        isReadOnly={isSaving}
        onChange={(isForLeaf) => change({ receiptForLeaf: isForLeaf ? 'yes' : 'no' })}
      />
    </>
  )
}
