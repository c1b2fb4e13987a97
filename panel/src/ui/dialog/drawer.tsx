import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import X from '~icons/lucide/x'
import { IconButton } from '../layout/icon-button.tsx'
import { useCloseOnBack } from './close-on-back.ts'
import styles from './drawer.module.css'

interface DrawerProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** A modal panel that slides in from the side on small screens. */
export function Drawer({ title, isOpen, onClose, children }: DrawerProps) {
  const { t } = useLingui()
  useCloseOnBack(isOpen, onClose)
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      data-scrim
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.drawer ?? ''}>
          <div className={styles.head}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton label={t`Close`} icon={<X aria-hidden="true" />} onClick={onClose} />
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
