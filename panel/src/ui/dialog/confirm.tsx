import { useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import CircleAlert from '~icons/lucide/circle-alert'
import CircleCheck from '~icons/lucide/circle-check'
import TriangleAlert from '~icons/lucide/triangle-alert'
import { Button } from '../base/button.tsx'
import styles from './confirm.module.css'
import { Dialog } from './dialog.tsx'

interface Confirmation {
  title: string
  text: ReactNode
  /** Shown below the text, such as the record in question. */
  detail?: ReactNode
  /** A quiet line below, such as that it can be undone. */
  hint?: string | undefined
  confirmLabel: string
  /** Default: "Cancel". */
  cancelLabel?: string | undefined
  /** `danger` for actions that cannot be undone. */
  tone?: 'danger' | 'plain' | undefined
}

interface Notice {
  title: string
  text: ReactNode
  tone: 'success' | 'error' | 'warning'
}

type DialogRequest =
  | (Confirmation & { kind: 'confirm'; resolve: (isConfirmed: boolean) => void })
  | (Notice & { kind: 'notice'; resolve: () => void })

interface Dialogs {
  /** Asks a question. Resolves to `true` only if the user pressed the confirming button. */
  confirm: (question: Confirmation) => Promise<boolean>
  /** Shows a message with an OK button. Resolves after the dialog is removed. */
  notice: (notice: Notice) => Promise<void>
}

const DialogsContext = createContext<Dialogs | null>(null)

/** Renders the dialogs of `useConfirm`, one at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly DialogRequest[]>([])
  const [resolveClosed, setResolveClosed] = useState<(() => void) | null>(null)
  const count = useRef(0)
  const [open] = queue
  const dialogs = useMemo<Dialogs>(() => {
    function enqueue(request: DialogRequest) {
      count.current++
      setQueue((before) => [...before, request])
    }
    return {
      // While a dialog is open, a new question resolves to `false`: one click must not answer two
      // questions.
      confirm: (question) =>
        new Promise((resolve) => {
          if (count.current > 0) resolve(false)
          else enqueue({ ...question, kind: 'confirm', resolve })
        }),
      notice: (notice) => new Promise((resolve) => enqueue({ ...notice, kind: 'notice', resolve })),
    }
  }, [])

  // Resolves after the dialog is removed, so that the caller can move focus.
  useEffect(() => resolveClosed?.(), [resolveClosed])

  function close(resolve: () => void) {
    count.current--
    setQueue((before) => before.slice(1))
    setResolveClosed(() => resolve)
  }

  return (
    <DialogsContext value={dialogs}>
      {children}
      {open?.kind === 'confirm' && (
        <ConfirmDialog question={open} onAnswer={(isConfirmed) => close(() => open.resolve(isConfirmed))} />
      )}
      {open?.kind === 'notice' && <NoticeDialog notice={open} onClose={() => close(open.resolve)} />}
    </DialogsContext>
  )
}

export function useConfirm(): Dialogs {
  const dialogs = useContext(DialogsContext)
  if (!dialogs) throw new Error('useConfirm needs a ConfirmProvider around it')
  return dialogs
}

function ConfirmDialog({ question, onAnswer }: { question: Confirmation; onAnswer: (isConfirmed: boolean) => void }) {
  const { t } = useLingui()
  const { title, text, detail, hint, confirmLabel, cancelLabel, tone = 'plain' } = question
  return (
    <AlertDialog title={title} text={text} detail={detail} hint={hint} tone="warning" onClose={() => onAnswer(false)}>
      <Button autoFocus onClick={() => onAnswer(false)}>
        {cancelLabel ?? t`Cancel`}
      </Button>
      <Button variant={tone === 'danger' ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
        {confirmLabel}
      </Button>
    </AlertDialog>
  )
}

function NoticeDialog({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <AlertDialog title={notice.title} text={notice.text} tone={notice.tone} onClose={onClose}>
      <Button autoFocus variant="primary" onClick={onClose}>
        {t`OK`}
      </Button>
    </AlertDialog>
  )
}

const TONE_ICONS = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert }

interface AlertDialogProps extends Notice {
  detail?: ReactNode
  hint?: string | undefined
  onClose: () => void
  /** The buttons. */
  children: ReactNode
}

function AlertDialog({ title, text, detail, hint, tone, onClose, children }: AlertDialogProps) {
  const Icon = TONE_ICONS[tone]
  const icon = (
    <span className={styles.mark} data-tone={tone} aria-hidden="true">
      <Icon />
    </span>
  )
  return (
    <Dialog isOpen role="alertdialog" title={title} icon={icon} onClose={onClose}>
      <p className={styles.text}>{text}</p>
      {detail}
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={styles.actions}>{children}</div>
    </Dialog>
  )
}
