import { useLingui } from '@lingui/react/macro'
import type { PasswordRequirement } from '@sevadesk/contract/password.ts'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import Circle from '~icons/lucide/circle'
import CircleCheck from '~icons/lucide/circle-check'
import styles from './password-checklist.module.css'

interface PasswordChecklistProps {
  requirements: readonly PasswordRequirement[]
  password: string
}

/** Specification, section 5. */
const SPECIAL_CHARACTERS = '! @ # $ % ^ & * ( ) , . ? " : { } | < >'

/** The password requirements, ticked off as the user types. Screen readers announce each change. */
export function PasswordChecklist({ requirements, password }: PasswordChecklistProps) {
  const { t } = useLingui()
  const text = useRequirementText()
  return (
    <div className={styles.rules}>
      <ul className={styles.list} aria-label={t`The password must have`} aria-live="polite" aria-atomic="false">
        {requirements.map((requirement) => {
          const isMet = requirement.isMet(password)
          return (
            <li key={requirement.key} className={styles.item} aria-atomic="true" data-met={isMet || undefined}>
              {isMet ? <CircleCheck aria-hidden="true" /> : <Circle aria-hidden="true" />}
              <span>
                {text(requirement)}
                <VisuallyHidden elementType="span">{isMet ? t`: met` : t`: not met`}</VisuallyHidden>
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
