import { useLingui } from '@lingui/react/macro'
import { mayGrant } from '@sevadesk/contract/accounts/account-rights.ts'
import { type AccessHolder, GALLERY_KEYS, SECTION_KEYS } from '@sevadesk/contract/accounts/section.ts'
import { useSectionName } from '../../records/account-names.ts'
import { Choice, Choices } from '../../ui/form/choice.tsx'
import { sortSections, unknownKeys } from './admin-account.ts'
import styles from './section-picker.module.css'

interface SectionPickerProps {
  /** The signed-in admin, who can grant only their own sections. */
  actor: AccessHolder
  value: readonly string[]
  /** The account's sections when the form opened. Unknown keys among them stay available. */
  initial: readonly string[]
  onChange: (sections: string[]) => void
  errorMessage: string | undefined
  isReadOnly: boolean
}

/** The sections of an account. Gallery covers its six pages, All covers everything. */
export function SectionPicker(props: SectionPickerProps) {
  const { actor, value, initial, onChange, errorMessage, isReadOnly } = props
  const { t } = useLingui()
  const sectionName = useSectionName()
  const hasAll = value.includes('All')
  const hasGallery = hasAll || value.includes('Gallery')
  const others = unknownKeys(initial)

  function choice(key: string, isCovered: boolean) {
    const isChosen = value.includes(key)
    // A section that the account has can always be removed.
    const isNotGrantable = !isChosen && !isCovered && !others.includes(key) && !mayGrant(actor, key)
    return (
      <Choice
        type="checkbox"
        label={sectionName(key)}
        note={note(key, isNotGrantable)}
        checked={isChosen || isCovered}
        disabled={isCovered || isNotGrantable}
        onChange={(isTicked) =>
          onChange(sortSections(isTicked ? [...value, key] : value.filter((other) => other !== key)))
        }
      />
    )
  }

  function note(key: string, isNotGrantable: boolean): string | undefined {
    if (isNotGrantable) return t`You do not have this section yourself.`
    if (key === 'All') return t`All sections, including any added later.`
    return undefined
  }

  return (
    <Choices
      legend={t`Sections`}
      description={t`This admin can open only the ticked sections.`}
      errorMessage={errorMessage}
      isReadOnly={isReadOnly}
    >
      <div className={styles.all}>{choice('All', false)}</div>
      <ul className={styles.sections}>
        {SECTION_KEYS.filter((key) => key !== 'All').map((key) => (
          <li key={key} className={styles.section} data-pages={key === 'Gallery' || undefined}>
            {choice(key, hasAll)}
            {key === 'Gallery' && (
              <ul className={styles.pages} aria-label={t`Gallery pages`}>
                {GALLERY_KEYS.map((page) => (
                  <li key={page}>{choice(page, hasGallery)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {others.map((key) => (
          <li key={key} className={styles.section}>
            {choice(key, false)}
          </li>
        ))}
      </ul>
    </Choices>
  )
}
