import { useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden'
import CircleAlert from '~icons/lucide/circle-alert'
import { Button } from '../base/button.tsx'
import { DraftBar } from './draft-bar.tsx'
import { type Editor, EditorsHint } from './editors-hint.tsx'
import { Announcement, useFocusFirstError } from './first-error.tsx'
import styles from './form-panel.module.css'
import type { StoredDraftState } from './use-stored-draft.ts'

interface FormPanelProps {
  /** From `useForm`. */
  form: { isSaving: boolean; rejection: object | undefined; save: () => void; storedDraft: StoredDraftState }
  title: ReactNode
  /** Each new number moves focus to the first field and scrolls to the form. */
  focusRequest: number
  errorMessage?: ReactNode
  /** Says that the files of a stored draft must be chosen again. */
  chooseAgain?: string | undefined
  /** The others who edit the same record. */
  editors?: readonly Editor[] | undefined
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
  const { form, title, focusRequest, errorMessage, chooseAgain, editors, status, saveLabel, saveButton, children } =
    props
  const { t } = useLingui()
  const id = useId()
  const draftId = useId()
  const element = useRef<HTMLFormElement>(null)
  const error = useRef<HTMLParagraphElement>(null)
  const lastRequest = useRef(-1)

  useEffect(() => {
    if (lastRequest.current === focusRequest) return
    lastRequest.current = focusRequest
    focusFirstField(element.current)
    element.current?.scrollIntoView({ block: 'start' })
  }, [focusRequest])

  useEffect(() => {
    if (errorMessage) error.current?.scrollIntoView({ block: 'nearest' })
  }, [errorMessage])

  const announced = useFocusFirstError(element, form.rejection)

  function submit(event: FormEvent) {
    event.preventDefault()
    form.save()
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
      {editors && <EditorsHint editors={editors} />}
      <DraftBar
        id={draftId}
        storedDraft={form.storedDraft}
        chooseAgain={chooseAgain}
        isSaving={form.isSaving}
        onDone={() => focusFirstField(element.current)}
      />
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
      <div className={styles.actions}>
        {status}
        <Button ref={saveButton} type="submit" variant="primary" isPending={form.isSaving}>
          {saveLabel ?? t`Save`}
        </Button>
        <VisuallyHidden role="status">{form.isSaving && !status && t`Saving...`}</VisuallyHidden>
      </div>
    </form>
  )
}

function focusFirstField(form: HTMLFormElement | null) {
  const first = form?.querySelector<HTMLElement>('input:not([type="file"]), textarea, select')
  first?.focus({ preventScroll: true })
}
