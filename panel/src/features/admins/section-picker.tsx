import { useLingui } from '@lingui/react/macro'
import { mayGrant } from '@sevadesk/contract/account-rights.ts'
import { type AccessHolder, GALLERY_KEYS, SECTION_KEYS } from '@sevadesk/contract/section.ts'
import { useSectionName } from '../../ui/format/section-name.ts'
import { inOrder, otherWords } from './admin-account.ts'
import { Choice, Choices } from './choice.tsx'
import styles from './section-picker.module.css'

interface SectionPickerProps {
  /** Who gives the sections; they give none that they do not hold themselves. */
  actor: AccessHolder
  value: readonly string[]
  /** What the account came with: words of another backend can be taken from it, and given back. */
  initial: readonly string[]
  onChange: (sections: string[]) => void
  errorMessage: string | undefined
  isReadOnly: boolean
}

/** Which sections an account may open. Gallery covers its six pages, All covers everything. */
export function SectionPicker(props: SectionPickerProps) {
  const { actor, value, initial, onChange, errorMessage, isReadOnly } = props
  const { t } = useLingui()
  const sectionName = useSectionName()
  const hasAll = value.includes('All')
  const hasGallery = hasAll || value.includes('Gallery')
  const others = otherWords(initial)

  function choice(key: string, isCovered: boolean) {
    const isChosen = value.includes(key)
    // What an account has can be taken from it by whoever may edit it.
    const isOutOfReach = !isChosen && !isCovered && !others.includes(key) && !mayGrant(actor, key)
    return (
      <Choice
        type="checkbox"
        label={sectionName(key)}
        note={note(key, isOutOfReach)}
        checked={isChosen || isCovered}
        disabled={isCovered || isOutOfReach}
        onChange={(isTicked) => onChange(inOrder(isTicked ? [...value, key] : value.filter((other) => other !== key)))}
      />
    )
  }

  function note(key: string, isOutOfReach: boolean): string | undefined {
    if (isOutOfReach) return t`You do not have this section yourself.`
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
