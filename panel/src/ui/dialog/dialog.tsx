import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './dialog.module.css'
import { ignoreDoubleClick } from './double-click.ts'

interface DialogProps {
  title: ReactNode
  isOpen: boolean
  /** Escape, and a press outside where `isDismissable`. Leave out for a dialog that cannot be left. */
  onClose?: (() => void) | undefined
  isDismissable?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  icon?: ReactNode
  /** The name of the field that has focus when it opens; a field's own `autoFocus` fails where another dialog is open below. */
  focusField?: string | undefined
  children: ReactNode
}

/** A window over the page. Focus stays in it and goes back where it came from. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, isDismissable = false, role = 'dialog', icon, focusField, children } = props
  const content = useRef<HTMLDivElement>(null)

  // Runs after React Aria has moved focus into the dialog.
  useEffect(() => {
    if (isOpen && focusField) content.current?.querySelector<HTMLElement>(`[name="${focusField}"]`)?.focus()
  }, [isOpen, focusField])

  useEffect(() => (isOpen ? ignoreDoubleClick : undefined), [isOpen])

  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!onClose}
      onOpenChange={(open) => {
        if (!open) onClose?.()
      }}
    >
      <Modal ref={content} className={styles.modal ?? ''}>
        <AriaDialog role={role} className={styles.dialog ?? ''}>
          {icon}
          <Heading slot="title" className={styles.title ?? ''}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
