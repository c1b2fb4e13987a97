import { useLingui } from '@lingui/react/macro'
import type { MediaDetailsProps } from '../../media/media-form.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { zoneName } from '../../ui/format/date-time.tsx'
import styles from './event-details-fields.module.css'
import { isBrowserZone, joinLocalTime, splitLocalTime } from './event-draft.ts'

/** When and where an event takes place. All may stay empty. */
export function EventDetailsFields({ draft, change, fieldErrors, isSaving }: MediaDetailsProps) {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  const zone = isBrowserZone(timeZone) ? undefined : zoneName(timeZone, i18n.locale)
  const start = splitLocalTime(draft.startsAt)
  const end = splitLocalTime(draft.endsAt)
  const shared = { autoComplete: 'off', readOnly: isSaving }
  const changeStart = (part: Partial<typeof start>) => change({ startsAt: joinLocalTime({ ...start, ...part }) })
  const changeEnd = (part: Partial<typeof end>) => change({ endsAt: joinLocalTime({ ...end, ...part }) })
  return (
    <>
      <fieldset className={styles.when}>
        <legend className={styles.legend}>
          {t`When`} <span className={styles.note}>{t`(optional)`}</span>
        </legend>
        <p className={styles.note}>
          {t`Without a time, the event lasts all day.`} {zone && t`Times are in ${zone}.`}
        </p>
        <div className={styles.fields}>
          <TextField
            {...shared}
            label={t`Date`}
            type="date"
            value={start.date}
            onChange={(date) => changeStart({ date })}
            errorMessage={fieldErrors.startsAt}
          />
          <TextField
            {...shared}
            label={t`Start time`}
            type="time"
            value={start.time}
            onChange={(time) => changeStart({ time })}
          />
          <TextField
            {...shared}
            label={t`End date`}
            type="date"
            value={end.date}
            onChange={(date) => changeEnd({ date })}
            errorMessage={fieldErrors.endsAt}
          />
          <TextField
            {...shared}
            label={t`End time`}
            type="time"
            value={end.time}
            onChange={(time) => changeEnd({ time })}
          />
        </div>
      </fieldset>
      <TextField
        {...shared}
        label={t`Venue`}
        labelNote={t`(optional)`}
        name="venue"
        value={draft.venue ?? ''}
        onChange={(venue) => change({ venue })}
        errorMessage={fieldErrors.venue}
      />
    </>
  )
}
