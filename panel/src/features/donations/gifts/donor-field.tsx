import { useLingui } from '@lingui/react/macro'
import { SEARCH_MAX_LENGTH } from '@sevadesk/contract/donations/donation.ts'
import { hasPanShape, normalisePan } from '@sevadesk/contract/donors/pan.ts'
import { useId } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox, type Key } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import ChevronDown from '~icons/lucide/chevron-down'
import { FieldFrame } from '../../../ui/base/field-frame.tsx'
import styles from './donor-field.module.css'
import { type DonorOption, useDonorSearch } from './gift-donor-queries.ts'
import { ANONYMOUS, NEW_DONOR } from './gift-draft.ts'
import type { GiftFieldsProps } from './gift-form.tsx'

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
            <Button className={styles.opener ?? ''}>
              <ChevronDown aria-hidden="true" />
            </Button>
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
  if (/^\+?[\d\s-]{5,}$/.test(text)) return { ...start, newPhone: text }
  if (hasPanShape(normalisePan(text))) return { ...start, newPan: normalisePan(text) }
  return { ...start, ...(text !== '' && { newName: text }) }
}
