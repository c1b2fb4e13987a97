import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useCloseOnBack } from './close-on-back.ts'
import styles from './dialog.module.css'
import { ignoreDoubleClick } from './double-click.ts'

interface DialogProps {
  title: ReactNode
  isOpen: boolean
  /**
   * Called on Escape, on Back, and on a press outside if `isDismissable`. A dialog without
   * `onClose` cannot be dismissed.
   */
  onClose?: (() => void) | undefined
  isDismissable?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  icon?: ReactNode
  /** `large` takes most of the window. */
  size?: 'large' | undefined
  /** Name of the field to focus. `autoFocus` on the field fails while another dialog is open. */
  focusField?: string | undefined
  children: ReactNode
}

/** A modal dialog that traps focus, and restores it when closed. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, isDismissable = false, role = 'dialog', icon, size, focusField, children } = props
  const content = useRef<HTMLDivElement>(null)
  useCloseOnBack(isOpen, onClose)

  // Runs after React Aria moved focus into the dialog.
  useEffect(() => {
    if (isOpen && focusField) content.current?.querySelector<HTMLElement>(`[name="${focusField}"]`)?.focus()
  }, [isOpen, focusField])

  useEffect(() => (isOpen ? ignoreDoubleClick : undefined), [isOpen])

  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      data-scrim
      data-size={size}
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!onClose}
      onOpenChange={(open) => {
        if (!open) onClose?.()
      }}
    >
      <Modal ref={content} className={styles.modal ?? ''} data-size={size}>
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
