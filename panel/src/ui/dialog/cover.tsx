import { type ReactNode, useLayoutEffect } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useCloseOnBack } from './close-on-back.ts'
import styles from './cover.module.css'

interface CoverProps {
  isOpen: boolean
  title: ReactNode
  children: ReactNode
}

/**
 * Hides the whole screen, dialogs included, from sight, keyboard and screen readers. The hidden
 * screen keeps its state.
 */
export function Cover({ isOpen, title, children }: CoverProps) {
  useCloseOnBack(isOpen, undefined)
  useLayoutEffect(() => {
    if (!isOpen) return
    document.documentElement.dataset.covered = 'yes'
    return () => {
      delete document.documentElement.dataset.covered
    }
  }, [isOpen])

  return (
    <ModalOverlay className={styles.cover ?? ''} isOpen={isOpen} isKeyboardDismissDisabled>
      <Modal>
        <Dialog role="alertdialog" className={styles.words ?? ''}>
          <Heading slot="title" className={styles.title ?? ''}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
