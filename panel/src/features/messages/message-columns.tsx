import { useLingui } from '@lingui/react/macro'
import Reply from '~icons/lucide/reply'
import Trash from '~icons/lucide/trash'
import { EmailLink, mailAddress } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { UNKNOWN } from '../../ui/format/money.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import { type Message, oneLine, replySubject } from './message.ts'
import styles from './message-columns.module.css'

interface MessageColumns {
  /** Whether to show the date column. Some backends send no dates. */
  hasDates: boolean
  onRead: (message: Message) => void
  onDelete: (message: Message) => void
}

export function useMessageColumns({ hasDates, onRead, onDelete }: MessageColumns): Column<Message>[] {
  const { t } = useLingui()
  const received: Column<Message> = {
    id: 'received',
    head: t`Received`,
    width: 12,
    cell: ({ createdAt }) => <DateTime moment={createdAt} />,
  }
  return [
    { id: 'name', head: t`Name`, kind: 'title', isClamped: true, width: 15, cell: ({ name }) => name || t`No name` },
    { id: 'email', head: t`Email`, width: 22, cell: ({ email }) => email && <EmailLink address={email} /> },
    { id: 'subject', head: t`Subject`, isClamped: true, width: 16, cell: ({ subject }) => oneLine(subject) },
    { id: 'message', head: t`Message`, cell: (message) => <MessageLine message={message} onRead={onRead} /> },
    ...(hasDates ? [received] : []),
    {
      id: 'actions',
      head: t`Actions`,
      kind: 'actions',
      width: 12,
      cell: (message) => <Actions message={message} onDelete={onDelete} />,
    },
  ]
}

function MessageLine({ message, onRead }: { message: Message; onRead: (message: Message) => void }) {
  const { t } = useLingui()
  const line = oneLine(message.message)
  return (
    <button
      type="button"
      className={styles.line}
      aria-haspopup="dialog"
      title={t`Read the whole message`}
      onClick={() => onRead(message)}
    >
      {line || UNKNOWN}
    </button>
  )
}

function Actions({ message, onDelete }: { message: Message; onDelete: (message: Message) => void }) {
  const { t } = useLingui()
  const name = message.name || t`No name`
  const replyHref = mailAddress(message.email, replySubject(message.subject))
  return (
    <>
      {replyHref && <IconButton href={replyHref} label={t`Reply to ${name}`} icon={<Reply aria-hidden="true" />} />}
      <IconButton
        label={t`Delete message from ${name}`}
        tone="danger"
        icon={<Trash aria-hidden="true" />}
        disabled={message._id === ''}
        onClick={() => onDelete(message)}
      />
    </>
  )
}
