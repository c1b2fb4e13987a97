import { useLingui } from '@lingui/react/macro'
import Reply from '~icons/lucide/reply'
import { Button } from '../../ui/base/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { EmailLink, mailAddress } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { UNKNOWN } from '../../ui/format/money.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { type Message, replySubject } from './message.ts'
import styles from './message-dialog.module.css'

interface MessageDialogProps {
  message: Message
  hasDates: boolean
  onClose: () => void
}

export function MessageDialog({ message, hasDates, onClose }: MessageDialogProps) {
  const { t } = useLingui()
  const { name, email, subject } = message
  const replyHref = mailAddress(email, replySubject(subject))
  return (
    <Dialog isOpen isDismissable title={subject || t`No subject`} onClose={onClose}>
      <div className={styles.from}>
        <p className={styles.name}>{name || t`No name`}</p>
        {email && <EmailLink address={email} subject={replySubject(subject)} />}
        {hasDates && (
          <p className={styles.date}>
            <DateTime moment={message.createdAt} format="date-time" />
          </p>
        )}
      </div>
      <p className={styles.text}>{message.message || UNKNOWN}</p>
      <div className={styles.actions}>
        {replyHref && (
          <ButtonLink href={replyHref} variant="primary" icon={<Reply aria-hidden="true" />}>
            {t`Reply by e-mail`}
          </ButtonLink>
        )}
        <Button onClick={onClose}>{t`Close`}</Button>
      </div>
    </Dialog>
  )
}
