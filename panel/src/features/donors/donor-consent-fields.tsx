import { useLingui } from '@lingui/react/macro'
import { DonorChoiceField, type DonorFieldsProps, DonorTextField } from './donor-fields.tsx'
import styles from './donor-parts.module.css'

export function DonorConsentFields(props: DonorFieldsProps) {
  const { t } = useLingui()
  return (
    <div className={styles.pair}>
      <DonorChoiceField {...props} name="citizenship" />
      <DonorChoiceField {...props} name="language" emptyLabel={t({ message: 'Not asked', context: 'language' })} />
      <DonorChoiceField {...props} name="consent" />
      <DonorTextField
        {...props}
        name="consentSource"
        description={t`Such as a paper form or a phone call.`}
        autoComplete="off"
      />
    </div>
  )
}
