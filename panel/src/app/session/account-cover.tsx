import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import RotateCw from '~icons/lucide/rotate-cw'
import { LoginForm } from '../../features/login/login-form.tsx'
import { useSignInAgain } from '../../session/page-session.ts'
import { recheckSession } from '../../session/session-check.ts'
import { leavePage, useSession } from '../../session/session-state.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/base/button.tsx'
import { useCloseOnBack } from '../../ui/dialog/close-on-back.ts'
import styles from './sign-in.module.css'

/** Hides the page while a different account is, or may be, signed in on this browser. */
export function AccountCover() {
  const { t } = useLingui()
  const session = useSession()
  const isReplaced = session.status === 'replaced'
  const newName = isReplaced ? session.username : ''
  return (
    <Cover
      isOpen={isReplaced || session.status === 'checking' || session.status === 'unverified'}
      title={isReplaced ? t`${newName} is logged in now` : t`New login in another tab`}
    >
      {isReplaced ? <AccountChoice newName={newName} /> : <AccountCheck isFailed={session.status === 'unverified'} />}
    </Cover>
  )
}

function AccountCheck({ isFailed }: { isFailed: boolean }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [isTrying, setTrying] = useState(false)

  async function tryAgain() {
    setTrying(true)
    await recheckSession(queryClient)
    setTrying(false)
  }

  return (
    <>
      <p role="status">{isFailed ? t`Could not check who is logged in.` : t`Checking who is logged in...`}</p>
      <p>{t`If you logged in there yourself, your work on this page is kept.`}</p>
      {isFailed && (
        <Button icon={<RotateCw aria-hidden="true" />} isPending={isTrying} onClick={() => void tryAgain()}>
          {t`Try again`}
        </Button>
      )}
    </>
  )
}

function AccountChoice({ newName }: { newName: string }) {
  const { t } = useLingui()
  const ownName = useMe()?.username ?? ''
  const [isSigningIn, setSigningIn] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const signInAgain = useSignInAgain()

  useEffect(() => {
    if (isSigningIn) form.current?.querySelector<HTMLElement>('[name=password]')?.focus()
  }, [isSigningIn])

  return (
    <>
      <p>{t`This page was opened by ${ownName}. If ${ownName} signs in again, the work on this page is kept. Otherwise it is lost.`}</p>
      {isSigningIn ? (
        <div ref={form}>
          <LoginForm signIn={signInAgain} initialUsername={ownName} />
        </div>
      ) : (
        <Button variant="primary" isWide onClick={() => setSigningIn(true)}>
          {t`Sign in as ${ownName} again`}
        </Button>
      )}
      <div className={styles.leave}>
        <Button variant="quiet" onClick={() => leavePage('post-login')}>
          {t`Continue as ${newName}`}
        </Button>
      </div>
    </>
  )
}

interface CoverProps {
  isOpen: boolean
  title: ReactNode
  children: ReactNode
}

/**
 * Hides the whole screen, dialogs included, from sight, keyboard and screen readers. The hidden
 * screen keeps its state.
 */
function Cover({ isOpen, title, children }: CoverProps) {
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
