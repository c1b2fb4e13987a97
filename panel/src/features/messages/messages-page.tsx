import { useLingui } from '@lingui/react/macro'
import { MESSAGES_PER_PAGE } from '@sevadesk/contract/content/message.ts'
import { useState } from 'react'
import Reply from '~icons/lucide/reply'
import Trash from '~icons/lucide/trash'
import { useListAddress, useShownPage } from '../../address/use-list-address.ts'
import { Button } from '../../ui/base/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useDeletion } from '../../ui/dialog/use-deletion.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorLine } from '../../ui/feedback/error-state.tsx'
import { EmailLink, mailAddress } from '../../ui/format/contact-links.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { UNKNOWN } from '../../ui/format/money.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { IconButton } from '../../ui/layout/icon-button.tsx'
import { PageHeader, pageHeading } from '../../ui/layout/page-header.tsx'
import { LetterPicture } from '../../ui/pictures/illustration.tsx'
import { type Column, tableRowId } from '../../ui/table/data-table.tsx'
import { DataTablePages } from '../../ui/table/data-table-pages.tsx'
import { type Message, oneLine, replySubject } from './message.ts'
import { fetchFailure, useMessageDeletion, useMessages } from './message-queries.ts'
import styles from './messages-page.module.css'

export function MessagesPage() {
  const { t, i18n } = useLingui()
  const address = useListAddress()
  const list = useMessages(address.page)
  useShownPage(address, list)

  const [opened, setOpened] = useState<Message>()
  const deletion = useMessageDeletion()
  const { deletingId, requestDeletion } = useDeletion<Message>({
    labels: {
      deleteConfirm: t({ message: 'Yes', context: 'confirms a deletion' }),
      deleted: t`Your message has been deleted.`,
    },
    question: ({ name }) =>
      name ? t`The message from ${name} will be permanently deleted.` : t`This message will be permanently deleted.`,
    items: list.rows ?? [],
    remove: ({ _id }) => deletion.remove(_id),
    elementId: tableRowId,
    focusFallback: () => pageHeading()?.focus(),
    undo: deletion.undo,
  })
  const columns = useMessageColumns({ hasDates: list.hasDates, onRead: setOpened, onDelete: requestDeletion })

  return (
    <>
      <PageHeader title={t`User Messages`} purpose={t`Messages from visitors of the site.`} />
      {deletion.isError && <ErrorLine>{t`Server error while deleting message.`}</ErrorLine>}
      <DataTablePages
        labels={{
          table: t`User Messages`,
          loading: t`Loading messages...`,
          fetchFailed: i18n._(fetchFailure(list.error)),
        }}
        columns={columns}
        list={list}
        perPage={MESSAGES_PER_PAGE}
        onPageChange={address.setPage}
        leavingId={deletingId}
        empty={
          <EmptyState
            picture={<LetterPicture />}
            title={t`No messages found.`}
            text={t`Messages from visitors of the site appear here.`}
          />
        }
      />
      {opened && <MessageDialog message={opened} hasDates={list.hasDates} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface MessageDialogProps {
  message: Message
  hasDates: boolean
  onClose: () => void
}

function MessageDialog({ message, hasDates, onClose }: MessageDialogProps) {
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

interface MessageColumns {
  /** Whether to show the date column. Some backends send no dates. */
  hasDates: boolean
  onRead: (message: Message) => void
  onDelete: (message: Message) => void
}

function useMessageColumns({ hasDates, onRead, onDelete }: MessageColumns): Column<Message>[] {
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
