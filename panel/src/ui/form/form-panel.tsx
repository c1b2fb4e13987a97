import { useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import CircleAlert from '~icons/lucide/circle-alert'
import RotateCcwClock from '~icons/lucide/rotate-ccw-clock'
import { Button } from '../base/button.tsx'
import { useTrust } from '../base/trust.tsx'
import { formatDate } from '../format/date-time.tsx'
import draftBarStyles from './draft-bar.module.css'
import { type Editor, EditorsHint } from './editors-hint.tsx'
import { filledPasswords } from './filled-passwords.ts'
import { Announcement, useFocusFirstError } from './first-error.tsx'
import styles from './form-panel.module.css'
import { useCtrlEnter } from './use-ctrl-enter.ts'
import type { StoredDraftState } from './use-stored-draft.ts'

interface PanelForm {
  isSaving: boolean
  rejection: object | undefined
  save: (filled?: Record<string, string>) => void
  storedDraft: StoredDraftState
  /** The others who edit the same record. */
  editors?: readonly Editor[] | undefined
  /** What others saved meanwhile. */
  conflictPart?: ReactNode
  errorMessage?: ReactNode
}

interface FormPanelProps {
  /** From `useForm` or `useRecordForm`. */
  form: PanelForm
  title: ReactNode
  /** Each new number moves focus to the first field and scrolls to the form. */
  focusRequest: number
  /** Name of the field that gets this focus, if not the first. */
  startField?: string | undefined
  /** Enter in a field does nothing, and Ctrl+Enter saves: for what cannot be taken back. */
  isSavedByCtrlEnter?: boolean
  /** Says that the files of a stored draft must be chosen again. */
  chooseAgain?: string | undefined
  /** Shown before the buttons. */
  status?: ReactNode
  /** Default: "Save". */
  saveLabel?: string | undefined
  saveButton?: Ref<HTMLButtonElement>
  children: ReactNode
}

/**
 * A form above its list. The toggle in the page's header closes it. Give it a `key` per record, so
 * that focus moves to the form when the record changes.
 */
export function FormPanel(props: FormPanelProps) {
  const { form, title, focusRequest, startField, chooseAgain, status, children, saveLabel, saveButton } = props
  const { errorMessage } = form
  const { t } = useLingui()
  const id = useId()
  const draftId = useId()
  const element = useRef<HTMLFormElement>(null)
  const error = useRef<HTMLParagraphElement>(null)
  const lastRequest = useRef(-1)

  useEffect(() => {
    if (lastRequest.current === focusRequest) return
    lastRequest.current = focusRequest
    focusFirstField(element.current, startField)
    element.current?.scrollIntoView({ block: 'start' })
  }, [focusRequest, startField])

  useEffect(() => {
    if (errorMessage) error.current?.scrollIntoView({ block: 'nearest' })
  }, [errorMessage])

  const announced = useFocusFirstError(element, form.rejection)
  useCtrlEnter(element, props.isSavedByCtrlEnter ? form.save : undefined)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    form.save(filledPasswords(event.currentTarget))
  }

  return (
    <form
      ref={element}
      className={styles.panel}
      aria-labelledby={id}
      aria-describedby={draftId}
      noValidate
      onSubmit={submit}
    >
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {form.editors && <EditorsHint editors={form.editors} />}
      <DraftBar
        id={draftId}
        storedDraft={form.storedDraft}
        chooseAgain={chooseAgain}
        isSaving={form.isSaving}
        onDone={() => focusFirstField(element.current, startField)}
      />
      {form.conflictPart}
      {children}
      <div role="alert">
        {errorMessage && (
          <p ref={error} className={styles.error}>
            <CircleAlert aria-hidden="true" />
            <span>{errorMessage}</span>
          </p>
        )}
        <Announcement error={announced} />
      </div>
      <div className={styles.actions} data-toasts="above">
        {status}
        <Button ref={saveButton} type="submit" variant="primary" isPending={form.isSaving}>
          {saveLabel ?? t`Save`}
        </Button>
        <VisuallyHidden role="status">{form.isSaving && !status && t`Saving...`}</VisuallyHidden>
      </div>
    </form>
  )
}

function focusFirstField(form: HTMLFormElement | null, name: string | undefined) {
  const start = name === undefined ? null : form?.querySelector<HTMLElement>(`[name="${name}"]`)
  const first = start ?? form?.querySelector<HTMLElement>('input:not([type="file"]), textarea, select')
  first?.focus({ preventScroll: true })
}

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
function DraftBar({ id, storedDraft, chooseAgain, isSaving, onDone }: DraftBarProps) {
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
        <div id={id} className={draftBarStyles.bar}>
          <RotateCcwClock aria-hidden="true" />
          <div className={draftBarStyles.text}>
            {offer && <p className={draftBarStyles.title}>{t`You have unsaved changes from ${when}.`}</p>}
            {offer?.isRecordChanged && (
              <p>{t`The record was changed after that. Restoring replaces the newer text in the fields that you had changed.`}</p>
            )}
            {filesLine && <p>{filesLine}</p>}
          </div>
          {offer && (
            <div className={draftBarStyles.actions}>
              <Button disabled={isSaving} onClick={restoreDraft}>{t`Restore`}</Button>
              <Button variant="quiet" disabled={isSaving} onClick={discardDraft}>{t`Discard`}</Button>
            </div>
          )}
        </div>
      )}
    </>
  )
}
