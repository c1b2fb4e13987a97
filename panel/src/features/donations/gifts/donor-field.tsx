import { useLingui } from '@lingui/react/macro'
import { toPlainForm } from '@sevadesk/contract/base/normalise-text.ts'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donations/donation.ts'
import { CITIZENSHIPS } from '@sevadesk/contract/donors/donor.ts'
import { hasPanShape, normalisePan } from '@sevadesk/contract/donors/pan.ts'
import { useEffect, useId, useRef } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ComboBox, type Key } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { flushSync } from 'react-dom'
import ChevronDown from '~icons/lucide/chevron-down'
import { ApiError } from '../../../api/api-error.ts'
import { useDonorWords } from '../../../records/donor-words.ts'
import { usePanHint } from '../../../records/pan-hint.ts'
import { Button } from '../../../ui/base/button.tsx'
import { FieldError, FieldFrame } from '../../../ui/base/field-frame.tsx'
import { TextField } from '../../../ui/base/text-field.tsx'
import { isDoubleClick } from '../../../ui/dialog/double-click.ts'
import { useFailureText } from '../../../ui/form/failure-text.ts'
import { Announcement, useFocusFirstError } from '../../../ui/form/first-error.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { fieldProps } from '../../../ui/form/use-form.ts'
import styles from './donor-field.module.css'
import { type DonorOption, type useAddGiftDonor, useDonorSearch } from './gift-donor-queries.ts'
import { ANONYMOUS, type GiftDraft, NEW_DONOR } from './gift-draft.ts'
import type { GiftFieldsProps } from './gift-form.tsx'

const NO_NEW_DONOR = { newName: '', newPhone: '', newPan: '', newCitizenship: 'unknown' } as const

/** Finds the donor by name, phone or PAN while the user types. Arrow keys and Enter choose. */
export function DonorField({ draft, change, fieldErrors, isSaving }: GiftFieldsProps) {
  const { t } = useLingui()
  const id = useId()
  const { donorId, donorText } = draft
  const search = useDonorSearch(donorId === '' ? donorText : '')
  const error = fieldErrors.donorId
  const others: DonorOption[] = [
    { id: NEW_DONOR, name: t`New donor...`, phone: '', pan: '' },
    { id: ANONYMOUS, name: t`Anonymous`, phone: '', pan: '' },
  ]
  const shown = donorId === ANONYMOUS ? t`Anonymous` : donorText
  const options = search.searching === 'first' ? [] : [...search.options, ...others]
  // What the search before found must not be chosen by mistake.
  const disabledKeys = search.searching === 'next' ? options.map((option) => option.id) : []

  function choose(key: Key | null) {
    const option = options.find((each) => each.id === key)
    // React Aria also reports `null` when the field loses focus.
    if (!option || option.id === donorId) return
    if (option.id === NEW_DONOR) change(startOfNewDonor(donorText))
    else change({ donorId: option.id, donorText: option.id === ANONYMOUS ? '' : option.name || t`No name` })
  }

  function type(text: string) {
    if (text !== shown) change({ donorText: text, donorId: '' })
  }

  return (
    <FieldFrame
      id={id}
      label={t`Donor`}
      errorMessage={error}
      description={search.isFailed ? t`Could not search for donors. Type again.` : t`Name, phone or PAN`}
    >
      <ComboBox
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-description ${id}-error` : `${id}-description`}
        className={styles.combo ?? ''}
        items={options}
        disabledKeys={disabledKeys}
        inputValue={shown}
        onInputChange={type}
        selectedKey={donorId === '' ? null : donorId}
        onSelectionChange={choose}
        isInvalid={Boolean(error)}
        isReadOnly={isSaving}
        allowsCustomValue
        allowsEmptyCollection
      >
        {({ isOpen }) => (
          <>
            <Input
              className={styles.input ?? ''}
              maxLength={SEARCH_MAX_LENGTH}
              autoCapitalize="words"
              spellCheck={false}
              onFocus={(event) => event.currentTarget.select()}
            />
            <AriaButton className={styles.opener ?? ''}>
              <ChevronDown aria-hidden="true" />
            </AriaButton>
            {/* With a state of its own, the list stays when the page scrolls, as phones do while a person types. */}
            <Popover className={styles.popover ?? ''} offset={4} isOpen={isOpen}>
              <ListBox<DonorOption>
                className={styles.options ?? ''}
                renderEmptyState={() => <p className={styles.empty}>{t`Searching...`}</p>}
              >
                {(option) => <Option option={option} />}
              </ListBox>
            </Popover>
          </>
        )}
      </ComboBox>
    </FieldFrame>
  )
}

function Option({ option: { id, name, phone, pan } }: { option: DonorOption }) {
  const { t } = useLingui()
  const lastOfPan = pan.slice(-4)
  const details = [phone, pan && t`PAN ending in ${lastOfPan}`].filter(Boolean).join(' · ')
  return (
    <ListBoxItem id={id} textValue={name} className={styles.option ?? ''} data-apart={id === NEW_DONOR || undefined}>
      <span>{name || t`No name`}</span>
      {details && <span className={styles.details}>{details}</span>}
    </ListBoxItem>
  )
}

/** Uses what was typed as the phone, the PAN or the name. */
function startOfNewDonor(typed: string) {
  const text = typed.trim()
  const start = { donorId: NEW_DONOR, donorText: '' }
  if (/^\+?[\d ()-]{5,}$/.test(toPlainForm(text))) return { ...start, newPhone: text }
  if (hasPanShape(normalisePan(text))) return { ...start, newPan: normalisePan(text) }
  return { ...start, ...(text !== '' && { newName: text }) }
}

/** Belongs to the form, which stays when another mode removes this part. */
export type AddDonor = ReturnType<typeof useAddGiftDonor>

interface NewDonorFieldsProps extends GiftFieldsProps {
  adding: AddDonor
}

/** Makes a donor in the form of a gift, with what a receipt needs. */
export function NewDonorFields(props: NewDonorFieldsProps) {
  return props.draft.donorId === NEW_DONOR ? <Fields {...props} /> : null
}

function Fields({ draft, change, isSaving, adding }: NewDonorFieldsProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const part = useRef<HTMLFieldSetElement>(null)
  const words = useDonorWords()
  const panHint = usePanHint()
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
          description={panHint(newPan)}
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
