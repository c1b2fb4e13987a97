import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Choice, Choices } from '../../ui/form/choice.tsx'
import { PictureField } from './picture-field.tsx'
import { PlainField } from './plain-field.tsx'
import { pictureChange, type SettingsDraft } from './settings-draft.ts'
import styles from './settings-form.module.css'
import { type Fields, TextPair } from './text-pair.tsx'

/** Typed as they are. */
const [YEAR, NUMBER] = ['{year}', '{number}']

type SectionProps = Fields<SettingsDraft>

export interface EntriesSectionProps extends SectionProps {
  /** Whether a field has a sentence whose name begins so. */
  hasErrorIn: (prefix: string) => boolean
}

export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {text && <p className={styles.hint}>{text}</p>}
      {children}
    </section>
  )
}

/** Name, address and numbers of the trust. */
export function TrustSection(fields: SectionProps) {
  const { t } = useLingui()
  const optional = t`(optional)`
  return (
    <Section title={t`Trust`} text={t`Printed at the top of each receipt. The panel shows the name too.`}>
      <TextPair {...fields} name="name" label={t`Name`} />
      <TextPair
        {...fields}
        name="address"
        label={t`Address`}
        labelNote={optional}
        description={t`Each line is printed on its own.`}
        multiline
      />
      <TextPair {...fields} name="registration" label={t`Registration`} labelNote={optional} />
      <div className={styles.pair}>
        <PlainField
          {...fields}
          name="pan"
          label={t`PAN of the trust`}
          labelNote={optional}
          autoCapitalize="characters"
        />
        <PlainField {...fields} name="phone" label={t`Phone`} labelNote={optional} inputMode="tel" />
        <PlainField {...fields} name="email" label={t`Email`} labelNote={optional} inputMode="email" />
        <PlainField {...fields} name="website" label={t`Website`} labelNote={optional} inputMode="url" />
      </div>
    </Section>
  )
}

/** Who signs, and the pictures on receipts. */
export function SignatorySection(fields: SectionProps) {
  const { t } = useLingui()
  const { values, change, errorOf, isSaving } = fields
  const description = t`PNG, JPEG or SVG, up to 1 MB.`
  return (
    <Section
      title={t`Signatory and pictures`}
      text={t`Without a signatory, the receipt says that it was made by a computer.`}
    >
      <TextPair {...fields} name="signatory.name" label={t`Name of the signatory`} labelNote={t`(optional)`} />
      <TextPair {...fields} name="signatory.designation" label={t`Designation`} labelNote={t`(optional)`} />
      <div className={styles.pair}>
        <PictureField
          label={t`Signature`}
          description={description}
          value={values['signatory.picture']}
          onChange={(picture) => change(pictureChange(values, 'signatory.picture', picture))}
          errorMessage={errorOf('signatory.picture')}
          isSaving={isSaving}
        />
        <PictureField
          label={t`Logo`}
          description={description}
          value={values.logo}
          onChange={(picture) => change(pictureChange(values, 'logo', picture))}
          errorMessage={errorOf('logo')}
          isSaving={isSaving}
        />
      </div>
    </Section>
  )
}

/** Language, numbers and links of receipts. */
export function ReceiptsSection(fields: SectionProps) {
  const { t } = useLingui()
  const { values, change, errorOf, isSaving } = fields
  const languages = [
    { language: 'en', label: 'English' },
    { language: 'hi', label: 'हिन्दी' },
  ]
  return (
    <Section title={t`Receipts`}>
      <Choices legend={t`Language of all receipts`} errorMessage={errorOf('receipts.language')} isReadOnly={isSaving}>
        <div className={styles.choices}>
          {languages.map(({ language, label }) => (
            <Choice
              key={language}
              type="radio"
              name="receipts.language"
              label={label}
              checked={values['receipts.language'] === language}
              isReadOnly={isSaving}
              onChange={() => change({ 'receipts.language': language })}
            />
          ))}
        </div>
      </Choices>
      <div className={styles.pair}>
        <PlainField
          {...fields}
          name="receipts.number"
          label={t`Format of the number`}
          description={t`${YEAR} becomes 2026-27, and ${NUMBER} the number within that year.`}
        />
        <PlainField {...fields} name="receipts.digits" label={t`Digits of the number`} inputMode="numeric" />
        <PlainField
          {...fields}
          name="receipts.linkDays"
          label={t`Days for which a donor can open the link`}
          inputMode="numeric"
        />
      </div>
    </Section>
  )
}
