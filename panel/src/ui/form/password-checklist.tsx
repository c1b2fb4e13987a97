import { useLingui } from '@lingui/react/macro'
import type { PasswordRequirement } from '@sevadesk/contract/accounts/password.ts'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import Circle from '~icons/lucide/circle'
import CircleCheck from '~icons/lucide/circle-check'
import Dot from '~icons/lucide/dot'
import styles from './password-checklist.module.css'

interface PasswordChecklistProps {
  requirements: readonly PasswordRequirement[]
  password: string
  /** A blank password keeps the present one, so no requirement is unmet. */
  isOptional?: boolean | undefined
}

/** Specification, section 5. */
const SPECIAL_CHARACTERS = '! @ # $ % ^ & * ( ) , . ? " : { } | < >'

/** The password requirements, ticked off as the user types. Screen readers announce each change. */
export function PasswordChecklist({ requirements, password, isOptional }: PasswordChecklistProps) {
  const { t } = useLingui()
  const text = useRequirementText()
  const isChecked = !isOptional || password !== ''
  return (
    <div className={styles.rules}>
      <ul className={styles.list} aria-label={t`The password must have`} aria-live="polite" aria-atomic="false">
        {requirements.map((requirement) => {
          const isMet = requirement.isMet(password)
          const UnmetMark = isChecked ? Circle : Dot
          const Mark = isMet ? CircleCheck : UnmetMark
          return (
            <li key={requirement.key} className={styles.item} aria-atomic="true" data-met={isMet || undefined}>
              <Mark aria-hidden="true" />
              <span>
                {text(requirement)}
                {isChecked && <VisuallyHidden elementType="span">{isMet ? t`: met` : t`: not met`}</VisuallyHidden>}
              </span>
            </li>
          )
        })}
      </ul>
      <p className={styles.special}>
        {t`Allowed special characters:`}{' '}
        <span className={styles.characters} translate="no">
          {SPECIAL_CHARACTERS}
        </span>
      </p>
    </div>
  )
}

function useRequirementText(): (requirement: PasswordRequirement) => string {
  const { t } = useLingui()
  return ({ key, text }) => {
    switch (key) {
      case 'length':
        return t`at least 8 characters`
      case 'uppercase':
        return t`an uppercase letter`
      case 'lowercase':
        return t`a lowercase letter`
      case 'number':
        return t`a number`
      case 'special':
        return t`a special character`
      default:
        return text
    }
  }
}
