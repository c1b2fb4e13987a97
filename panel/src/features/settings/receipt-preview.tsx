import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import CircleAlert from '~icons/lucide/circle-alert'
import { DayField } from '../../ui/dates/date-input.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FilterSelect } from '../../ui/table/filter-select.tsx'
import styles from './receipt-preview.module.css'
import type { SettingsDraft } from './settings-draft.ts'
import { type PreviewOptions, useReceiptPreview, useRefusalText } from './settings-queries.ts'

interface ReceiptPreviewProps {
  draft: SettingsDraft
  /** The day whose wording is edited, `YYYY-MM-DD`. */
  day: string
  onDayChange: (day: string) => void
  /** For a dialog, which has a title of its own. */
  isUntitled?: boolean
}

/** The receipt of an example donation, as the draft would print it. */
export function ReceiptPreview({ draft, day, onDayChange, isUntitled }: ReceiptPreviewProps) {
  const { t } = useLingui()
  const refusalText = useRefusalText()
  const [chosenLanguage, setLanguage] = useState<PreviewOptions['language']>()
  const [method, setMethod] = useState<PreviewOptions['method']>('online')
  const language = chosenLanguage ?? (draft['receipts.language'] === 'hi' ? 'hi' : 'en')
  const trustName = draft[`name.${language}`] || draft['name.en']
  const { url, isDrawing, error } = useReceiptPreview(draft, { day, language, method })

  return (
    <section className={styles.preview} aria-label={t`Preview of the receipt`}>
      {!isUntitled && <h2 className={styles.title}>{t`Preview of the receipt`}</h2>}
      <div className={styles.options}>
        <DayField name="day" label={t`Day of the donation`} day={day} onChange={onDayChange} />
        <FilterSelect
          label={t`Language`}
          value={language}
          options={[
            { value: 'en', label: 'English' },
            { value: 'hi', label: 'हिन्दी' },
          ]}
          onChange={setLanguage}
        />
        <FilterSelect
          label={t({ message: 'Paid', context: 'how an example donation was paid' })}
          value={method}
          options={[
            { value: 'online', label: t`Online` },
            { value: 'cash', label: t`In cash` },
            { value: 'cheque', label: t`By a cheque that is not cleared` },
          ]}
          onChange={setMethod}
        />
      </div>
      <p className={styles.status} role="status">
        {error && !isDrawing ? (
          <span className={styles.problem}>
            <CircleAlert aria-hidden="true" />
            <span>
              {t`The receipt cannot be drawn like this.`} {refusalText(error)}
            </span>
          </span>
        ) : (
          isDrawing && t`Drawing the receipt...`
        )}
      </p>
      <div className={styles.paper} data-outdated={isDrawing || error ? true : undefined}>
        {url ? <img src={url} alt={t`Receipt of an example donation`} /> : <Outline trustName={trustName} />}
      </div>
    </section>
  )
}

/** The shape of a receipt, until the first one is drawn. */
function Outline({ trustName }: { trustName: string }) {
  return (
    <div className={styles.outline} aria-hidden="true">
      <strong>{trustName}</strong>
      <Skeleton shape="title" />
      {['donor', 'amount', 'words', 'purpose', 'notes'].map((line) => (
        <Skeleton key={line} />
      ))}
    </div>
  )
}
