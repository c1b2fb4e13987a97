import { useLingui } from '@lingui/react/macro'
import { CITIZENSHIPS } from '@sevadesk/contract/donors/donor.ts'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../../api/api-error.ts'
import { useDonorWords } from '../../../records/donor-words.ts'
import { Button } from '../../../ui/base/button.tsx'
import { FieldError } from '../../../ui/base/field-frame.tsx'
import { TextField } from '../../../ui/base/text-field.tsx'
import { isDoubleClick } from '../../../ui/dialog/double-click.ts'
import { useFailureText } from '../../../ui/form/failure-text.ts'
import { Announcement, useFocusFirstError } from '../../../ui/form/first-error.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { fieldProps } from '../../../ui/form/use-form.ts'
import type { useAddGiftDonor } from './gift-donor-queries.ts'
import { type GiftDraft, NEW_DONOR } from './gift-draft.ts'
import type { GiftFieldsProps } from './gift-form.tsx'
import styles from './new-donor-fields.module.css'

/** Belongs to the form, which stays when another mode removes this part. */
export type AddDonor = ReturnType<typeof useAddGiftDonor>

interface NewDonorFieldsProps extends GiftFieldsProps {
  adding: AddDonor
}

/** Makes a donor in the form of a gift, with what a receipt needs. */
export function NewDonorFields(props: NewDonorFieldsProps) {
  return props.draft.donorId === NEW_DONOR ? <Fields {...props} /> : null
}

const NO_NEW_DONOR = { newName: '', newPhone: '', newPan: '', newCitizenship: 'unknown' } as const

function Fields({ draft, change, isSaving, adding }: NewDonorFieldsProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const part = useRef<HTMLFieldSetElement>(null)
  const words = useDonorWords()
  const { newName, newPhone, newPan, newCitizenship: citizenship } = draft
  const { error, isPending } = adding
  const faults = error instanceof ApiError ? error.fields : {}
  const sent = adding.variables
  /** A sentence stands until its field changes. */
  const faultAt = (server: 'name' | 'phones' | 'pan', isSame: boolean) =>
    isSame ? Object.entries(faults).find(([field]) => field.split(/[./[]/)[0] === server)?.[1] : undefined
  const errors: Readonly<Partial<Record<string, string | undefined>>> = {
    newName: faultAt('name', sent?.name === newName.trim()),
    newPhone: faultAt('phones', sent?.phone === newPhone.trim()),
    newPan: faultAt('pan', sent?.pan === newPan.trim()),
  }
  const isExplained = (['name', 'phones', 'pan'] as const).some((name) => faultAt(name, true))
  const announced = useFocusFirstError(part, error ?? undefined)
  const form = { draft, change, fieldErrors: errors, isSaving: isSaving || isPending }

  useEffect(() => {
    const [name, phone] = part.current?.querySelectorAll('input') ?? []
    ;(name?.value ? phone : name)?.focus()
  }, [])

  function add() {
    if (isPending) return
    adding.mutateAsync({ name: newName.trim(), phone: newPhone.trim(), pan: newPan.trim(), citizenship }).then(
      ({ id, name }) => changeAndLeave({ donorId: id, donorText: name, ...NO_NEW_DONOR }),
      () => undefined, // shown here
    )
  }

  /** The part disappears, and with it the focus. A change of a field that has focus would open its list. */
  function changeAndLeave(values: Partial<GiftDraft>) {
    const donor = part.current?.closest('form')?.querySelector<HTMLElement>('[role="combobox"]')
    flushSync(() => change(values))
    donor?.focus()
  }

  return (
    <fieldset ref={part} className={styles.part}>
      <legend className={styles.legend}>{t`New donor`}</legend>
      <div className={styles.fields}>
        <TextField
          {...fieldProps(form, 'newName')}
          label={t`Name as on the PAN`}
          isRequired
          autoComplete="off"
          autoCapitalize="words"
          maxLength={200}
        />
        <TextField
          {...fieldProps(form, 'newPhone')}
          label={t`Phone`}
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
        />
        <TextField
          {...fieldProps(form, 'newPan')}
          label={t`PAN`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
        <SelectField
          {...fieldProps(form, 'newCitizenship')}
          label={t`Citizenship`}
          options={CITIZENSHIPS.map((value) => ({ value, label: words.citizenship[value] }))}
        />
      </div>
      <div role="alert">
        {error && !isExplained && <FieldError id="new-donor">{failureText(error)}</FieldError>}
        <Announcement error={announced} />
      </div>
      <div className={styles.actions}>
        <Button isPending={isPending} onClick={(event) => isDoubleClick(event) || add()}>
          {t`Add the donor`}
        </Button>
        <Button
          variant="quiet"
          disabled={isPending}
          onClick={() => changeAndLeave({ donorId: '', donorText: '', ...NO_NEW_DONOR })}
        >{t`Cancel`}</Button>
      </div>
    </fieldset>
  )
}
