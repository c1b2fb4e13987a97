import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import Plus from '~icons/lucide/plus'
import Trash from '~icons/lucide/trash'
import Users from '~icons/lucide/users'
import { Button } from '../../ui/base/button.tsx'
import { FieldError } from '../../ui/base/field-frame.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { Choice } from '../../ui/form/choice.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { type DonorDraft, equalShares, type MemberDraft } from './donor.ts'
import type { DonorFieldsProps } from './donor-fields.tsx'
import styles from './donor-parts.module.css'

interface DonorMemberFieldsProps extends Omit<DonorFieldsProps, 'fieldErrors'> {
  errorMessage: string | undefined
  isOpen: boolean
  onOpen: () => void
}

/** The persons of a joint donor with their shares; closed for the others. */
export function DonorMemberFields({ draft, change, isSaving, errorMessage, isOpen, onOpen }: DonorMemberFieldsProps) {
  const { t } = useLingui()
  const id = useId()

  function open() {
    onOpen()
    if (draft.members.length === 0) change({ members: withEqualShares([newMember(draft.name), newMember('')]) })
  }

  function set(key: string, part: Partial<MemberDraft>) {
    change({ members: draft.members.map((member) => (member.key === key ? { ...member, ...part } : member)) })
  }

  if (!isOpen || draft.members.length === 0) {
    return (
      <div>
        <Button variant="quiet" icon={<Users aria-hidden="true" />} disabled={isSaving} onClick={open}>
          {t`Several persons give together`}
        </Button>
        <FieldError id={id}>{errorMessage}</FieldError>
      </div>
    )
  }
  return (
    <fieldset className={styles.group} aria-describedby={errorMessage ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{t`Persons who give together, and their shares`}</legend>
      {draft.members.map((member, at) => (
        <div key={member.key} className={styles.member}>
          <TextField
            label={t`Name of person ${at + 1}`}
            value={member.name}
            onChange={(name) => set(member.key, { name })}
            readOnly={isSaving}
          />
          <div className={styles.number}>
            <TextField
              label={t`PAN of person ${at + 1}`}
              name="pan"
              description={member.maskedPan && t`Now ${member.maskedPan}`}
              value={member.pan}
              onChange={(pan) => set(member.key, { pan })}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              readOnly={isSaving}
              disabled={member.isPanRemoved}
            />
            {member.maskedPan !== '' && (
              <Choice
                type="checkbox"
                label={t`Remove the PAN of person ${at + 1}`}
                checked={member.isPanRemoved}
                isReadOnly={isSaving}
                onChange={(isPanRemoved) => set(member.key, { isPanRemoved, pan: '' })}
              />
            )}
          </div>
          <TextField
            label={t`Share of person ${at + 1} in %`}
            inputMode="decimal"
            value={member.share}
            onChange={(share) => set(member.key, { share })}
            readOnly={isSaving}
          />
          <div className={styles.remove}>
            <IconButton
              label={t`Remove person ${at + 1}`}
              icon={<Trash aria-hidden="true" />}
              disabled={isSaving}
              onClick={() => change({ members: draft.members.filter(({ key }) => key !== member.key) })}
            />
          </div>
        </div>
      ))}
      <FieldError id={id}>{errorMessage}</FieldError>
      <div className={styles.bar}>
        <Button
          icon={<Plus aria-hidden="true" />}
          disabled={isSaving}
          onClick={() => change({ members: [...draft.members, newMember('')] })}
        >
          {t`Add a person`}
        </Button>
        <Button variant="quiet" disabled={isSaving} onClick={() => change({ members: withEqualShares(draft.members) })}>
          {t`Share equally`}
        </Button>
      </div>
    </fieldset>
  )
}

let made = 0

function newMember(name: string): MemberDraft {
  made += 1
  return { key: `new-${made}`, id: '', name, pan: '', isPanRemoved: false, maskedPan: '', share: '' }
}

function withEqualShares(members: DonorDraft['members']): DonorDraft['members'] {
  const shares = equalShares(members.length)
  return members.map((member, at) => ({ ...member, share: shares[at] ?? '' }))
}
