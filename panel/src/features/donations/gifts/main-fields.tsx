import { useLingui } from '@lingui/react/macro'
import { isGiftFieldUsed } from '@sevadesk/contract/gifts/gift-fields.ts'
import { useEntryName } from '../../../records/entry-name.ts'
import { useGiftFieldLabel } from '../../../records/gift-field-names.ts'
import { parseRupees } from '../../../records/rupees.ts'
import { TextField } from '../../../ui/base/text-field.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { fieldProps } from '../../../ui/form/use-form.ts'
import { formatMoney } from '../../../ui/format/money.tsx'
import { type AddDonor, DonorField, NewDonorFields } from './donor-field.tsx'
import { giftYears } from './gift-draft.ts'
import styles from './gift-form.module.css'
import type { GiftFieldsProps } from './gift-form.tsx'
import type { GiftChoice } from './gift-queries.ts'
import { GiftTextField } from './gift-text-field.tsx'

/** What every gift has: amount, day, donor and what it is for. */
export function MainFields({ adding, ...props }: GiftFieldsProps & { adding: AddDonor }) {
  const { draft, change, fieldErrors, isSaving, choices, today } = props
  const { t, i18n } = useLingui()
  const entryName = useEntryName()
  const labelOf = useGiftFieldLabel(draft.mode)
  const { paise } = parseRupees(draft.amount)
  const hasDonor = isGiftFieldUsed(draft.mode, 'donorId')

  /** Retired entries are offered only if the gift has them. */
  function optionsOf(list: readonly GiftChoice[], chosen: string, none: string) {
    const offered = list.filter(({ _id, isRetired }) => !isRetired || _id === chosen)
    return [{ value: '', label: none }, ...offered.map((each) => ({ value: each._id, label: entryName(each) }))]
  }

  function headingOf(purposeId: string) {
    const purpose = choices.purposes.find(({ _id }) => _id === purposeId)
    return { institutionId: purpose?.institutionId ?? '', donationType: purpose?.donationType ?? 'general' }
  }

  function choosePurpose(purposeId: string) {
    const { institutionId, donationType } = headingOf(purposeId)
    // The type is in the closed part of the form: what the user chose there must not change unseen.
    const isOfPurpose = draft.donationType === headingOf(draft.purposeId).donationType
    change({ purposeId, institutionId, ...(isOfPurpose && { donationType }) })
  }

  return (
    <>
      <div className={styles.pair}>
        {isGiftFieldUsed(draft.mode, 'amount') && (
          <TextField
            {...fieldProps(props, 'amount')}
            label={labelOf('amount')}
            description={t`Such as 1,100.50`}
            labelNote={paise !== undefined && formatMoney(paise, 'INR', i18n.locale)}
            isRequired
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
          />
        )}
        {draft.mode === 'in_kind' && (
          <>
            <GiftTextField {...props} name="item" />
            <GiftTextField {...props} name="quantity" />
          </>
        )}
        {hasDonor && <DonorField {...props} isSaving={isSaving || adding.isPending} />}
        <DateInput
          name="receivedOn"
          label={labelOf('receivedOn')}
          value={draft.receivedOn}
          onChange={(receivedOn) => change({ receivedOn })}
          years={giftYears(today)}
          errorMessage={fieldErrors.receivedOn}
        />
      </div>
      {hasDonor && <NewDonorFields {...props} adding={adding} />}
      <div className={styles.pair}>
        <SelectField
          name="purposeId"
          label={labelOf('purposeId')}
          value={draft.purposeId}
          options={optionsOf(choices.purposes, draft.purposeId, t`No purpose`)}
          onChange={choosePurpose}
          errorMessage={fieldErrors.purposeId}
          readOnly={isSaving}
        />
        <SelectField
          {...fieldProps(props, 'institutionId')}
          label={labelOf('institutionId')}
          options={optionsOf(choices.institutions, draft.institutionId, t`The whole trust`)}
        />
      </div>
    </>
  )
}
