import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './dialog.module.css'

interface DialogProps {
  title: ReactNode
  isOpen: boolean
  /** Escape, and a press outside where `isDismissable`. Leave out for a dialog that cannot be left. */
  onClose?: (() => void) | undefined
  isDismissable?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  icon?: ReactNode
  children: ReactNode
}

/** A window over the page. Focus stays in it and goes back where it came from. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, isDismissable = false, role = 'dialog', icon, children } = props
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
      <Modal className={styles.modal ?? ''}>
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
