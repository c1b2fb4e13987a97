import { useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../base/button.tsx'
import styles from './confirm.module.css'
import { Dialog } from './dialog.tsx'

interface Confirmation {
  title: string
  text: ReactNode
  confirmLabel: string
  /** "Cancel" if not given. */
  cancelLabel?: string | undefined
  /** `danger` paints the confirming button red; for anything that cannot be taken back. */
  tone?: 'danger' | 'plain' | undefined
}

interface Notice {
  title: string
  text: ReactNode
  tone: 'success' | 'error' | 'warning'
}

interface Question extends Confirmation {
  kind: 'confirm'
  answer: (value: boolean) => void
}

interface Statement extends Notice {
  kind: 'notice'
  answer: () => void
}

interface Asking {
  /** Asks before something is done. `true` only if the person pressed the confirming button. */
  confirm: (question: Confirmation) => Promise<boolean>
  /** Says how it went, with an OK button; resolves once it is closed and focus has gone back. */
  notice: (notice: Notice) => Promise<void>
}

const ConfirmContext = createContext<Asking | null>(null)

/** Holds the one dialog that asks or tells. Belongs around everything that is reached after signing in. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  // The first one is on screen. A notice that comes meanwhile waits its turn, for the open question must be answered.
  const [shown, setShown] = useState<readonly (Question | Statement)[]>([])
  const [settle, setSettle] = useState<(() => void) | null>(null)
  const count = useRef(0)
  const [open] = shown
  const asking = useMemo<Asking>(() => {
    function show(what: Question | Statement) {
      count.current++
      setShown((before) => [...before, what])
    }
    return {
      // A question raised while another stands is taken as not confirmed: one answer never counts for two.
      confirm: (question) =>
        new Promise((resolve) => {
          if (count.current > 0) resolve(false)
          else show({ ...question, kind: 'confirm', answer: resolve })
        }),
      notice: (notice) => new Promise((resolve) => show({ ...notice, kind: 'notice', answer: resolve })),
    }
  }, [])

  // The caller hears of the answer only after the dialog is gone, so that a focus it sets is not taken back.
  useEffect(() => settle?.(), [settle])

  function close(done: () => void) {
    count.current--
    setShown((before) => before.slice(1))
    setSettle(() => done)
  }

  return (
    <ConfirmContext value={asking}>
      {children}
      {open?.kind === 'confirm' && (
        <ConfirmDialog question={open} onAnswer={(value) => close(() => open.answer(value))} />
      )}
      {open?.kind === 'notice' && <NoticeDialog statement={open} onClose={() => close(open.answer)} />}
    </ConfirmContext>
  )
}

/** `confirm` and `notice`; only below a `ConfirmProvider`. */
export function useConfirm(): Asking {
  const asking = useContext(ConfirmContext)
  if (!asking) throw new Error('useConfirm needs a ConfirmProvider around it')
  return asking
}

function ConfirmDialog({ question, onAnswer }: { question: Question; onAnswer: (value: boolean) => void }) {
  const { t } = useLingui()
  const { title, text, confirmLabel, cancelLabel, tone = 'plain' } = question
  return (
    <Dialog isOpen role="alertdialog" title={title} icon={<Mark tone="warning" />} onClose={() => onAnswer(false)}>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button autoFocus onClick={() => onAnswer(false)}>
          {cancelLabel ?? t`Cancel`}
        </Button>
        <Button variant={tone === 'danger' ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}

function NoticeDialog({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog isOpen role="alertdialog" title={statement.title} icon={<Mark tone={statement.tone} />} onClose={onClose}>
      <p className={styles.text}>{statement.text}</p>
      <div className={styles.actions}>
        <Button autoFocus variant="primary" onClick={onClose}>
          {t`OK`}
        </Button>
      </div>
    </Dialog>
  )
}

const TONE_ICONS = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert }

function Mark({ tone }: { tone: Notice['tone'] }) {
  const Icon = TONE_ICONS[tone]
  return (
    <span className={styles.mark} data-tone={tone} aria-hidden="true">
      <Icon />
    </span>
  )
}
