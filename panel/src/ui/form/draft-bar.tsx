import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import RotateCcwClock from '~icons/lucide/rotate-ccw-clock'
import { Button } from '../base/button.tsx'
import { useTrust } from '../base/trust.tsx'
import { formatDate } from '../format/date-time.tsx'
import styles from './draft-bar.module.css'
import type { StoredDraftState } from './use-stored-draft.ts'

interface DraftBarProps {
  /** Describes the form, so that screen readers read it on entering. */
  id: string
  storedDraft: Pick<StoredDraftState, 'offer' | 'lostFiles' | 'restore' | 'discard'>
  /** "Choose the photos again.", until files are chosen. */
  chooseAgain: string | undefined
  isSaving: boolean
  /** Moves focus, since the buttons disappear. */
  onDone: () => void
}

/** Offers the changes that an earlier page could not save. */
export function DraftBar({ id, storedDraft, chooseAgain, isSaving, onDone }: DraftBarProps) {
  const { t, i18n } = useLingui()
  const { timeZone } = useTrust()
  const [announcement, setAnnouncement] = useState('')
  const { offer, lostFiles, restore, discard } = storedDraft
  const when = offer && formatDate(offer.savedAt, 'date-time', timeZone, i18n.locale)
  const filesLine = (offer?.files ?? lostFiles) > 0 && chooseAgain

  function restoreDraft() {
    restore()
    setAnnouncement(t`Your changes are back in the form.`)
    onDone()
  }

  function discardDraft() {
    discard()
    setAnnouncement(t`Your earlier changes were discarded.`)
    onDone()
  }

  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {(offer || filesLine) && (
        <div id={id} className={styles.bar}>
          <RotateCcwClock aria-hidden="true" />
          <div className={styles.text}>
            {offer && <p className={styles.title}>{t`You have unsaved changes from ${when}.`}</p>}
            {offer?.isRecordChanged && (
              <p>{t`The record was changed after that. Restoring replaces the newer text in the fields that you had changed.`}</p>
            )}
            {filesLine && <p>{filesLine}</p>}
          </div>
          {offer && (
            <div className={styles.actions}>
              <Button disabled={isSaving} onClick={restoreDraft}>{t`Restore`}</Button>
              <Button variant="quiet" disabled={isSaving} onClick={discardDraft}>{t`Discard`}</Button>
            </div>
          )}
        </div>
      )}
    </>
  )
}
