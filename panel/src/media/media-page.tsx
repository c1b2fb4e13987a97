import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/base/button.tsx'
import { useLeaveQuestion } from '../ui/form/unsaved-work.ts'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { type SortOrder, SortSelect } from '../ui/table/sort-select.tsx'
import { EMPTY_DRAFT, type MediaDraft } from './media-draft.ts'
import type { MediaFormSlot } from './media-form.tsx'
import { type MediaItem, mediaCardId } from './media-item.ts'
import { type MediaCardSlot, MediaList, type MediaListState, type MediaListWords } from './media-list.tsx'

interface MediaPageWords extends MediaListWords {
  title: string
  purpose: string
  /** "Add New Photo" */
  addNew: string
}

interface MediaPageProps<Item> {
  words: MediaPageWords
  addIcon: ReactNode
  emptyPicture: ReactNode
  order: SortOrder
  onOrderChange: (order: SortOrder) => void
  list: MediaListState<Item>
  /** The form, which gets a place of its own per item. */
  renderForm: (form: MediaFormSlot) => ReactNode
  /** A card of `memo`, with these very props. */
  renderCard: (card: MediaCardSlot<Item>) => ReactNode
  /** Deletes by id; rejects if that failed. The page says how it went. */
  remove: (id: string) => Promise<unknown>
}

/** See, add, change and delete items that are each a card: the form opens above the list (specification, section 4). */
export function MediaPage<Item extends MediaItem>(props: MediaPageProps<Item>) {
  const { words, addIcon, emptyPicture, order, onOrderChange, list, renderForm, renderCard, remove } = props
  const { t } = useLingui()
  const [draft, setDraft] = useState<MediaDraft>()
  const [isSending, setSending] = useState(false)
  const [calls, setCalls] = useState(0)
  const toggle = useRef<HTMLButtonElement>(null)
  const mayLeave = useLeaveQuestion()

  function close() {
    const card = draft?.id === undefined ? null : document.getElementById(mediaCardId(draft.id))
    // The button can take focus only once it is drawn as open to use again.
    flushSync(() => {
      setSending(false)
      setDraft(undefined)
    })
    ;(card ?? toggle.current)?.focus()
  }

  async function askAndClose() {
    if (await mayLeave()) close()
  }

  async function edit({ id, title, description }: Item) {
    if (isSending) return
    if (draft?.id === id) setCalls(calls + 1)
    else if (await mayLeave()) setDraft({ id, title, description, files: [] })
  }

  return (
    <>
      <PageHeader
        title={words.title}
        purpose={words.purpose}
        action={
          <>
            <SortSelect value={order} onChange={onOrderChange} />
            <Button
              ref={toggle}
              variant={draft ? 'secondary' : 'primary'}
              icon={draft ? <X aria-hidden="true" /> : addIcon}
              aria-expanded={draft !== undefined}
              disabled={isSending}
              onClick={() => (draft ? void askAndClose() : setDraft(EMPTY_DRAFT))}
            >
              {draft ? t`Close Form` : words.addNew}
            </Button>
          </>
        }
      />
      {draft && (
        <Fragment key={draft.id ?? 'new'}>
          {renderForm({
            initial: draft,
            calls,
            onSaved: close,
            onClose: () => void askAndClose(),
            onSendingChange: setSending,
          })}
        </Fragment>
      )}
      <MediaList
        words={words}
        list={list}
        order={order}
        editedId={draft?.id}
        isLocked={isSending}
        renderCard={renderCard}
        remove={remove}
        onEdit={(item) => void edit(item)}
        onDeleted={({ id }) => setDraft((current) => (current?.id === id ? undefined : current))}
        focusAddButton={() => toggle.current?.focus()}
        emptyPicture={emptyPicture}
        emptyAction={
          !draft && (
            <Button icon={addIcon} onClick={() => setDraft(EMPTY_DRAFT)}>
              {words.addNew}
            </Button>
          )
        }
      />
    </>
  )
}
