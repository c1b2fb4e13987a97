import { Fragment, type ReactNode } from 'react'
import { Button } from '../ui/base/button.tsx'
import type { DeletionUndo } from '../ui/dialog/use-deletion.ts'
import { FormToggle } from '../ui/form/form-toggle.tsx'
import { usePageForm } from '../ui/form/use-page-form.ts'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { type SortOrder, SortSelect } from '../ui/table/sort-select.tsx'
import type { LightboxPhoto } from './lightbox.tsx'
import type { MediaCardProps } from './media-card.tsx'
import type { MediaPageFormProps } from './media-form.tsx'
import { EMPTY_DRAFT, type MediaDraft, type MediaItem, mediaCardId } from './media-item.ts'
import { MediaList, type MediaListLabels, type MediaListState } from './media-list.tsx'

interface MediaPageLabels extends MediaListLabels {
  title: string
  purpose: string
  /** "Add New Photo" */
  addNew: string
}

interface MediaPageProps<Item> {
  labels: MediaPageLabels
  addIcon: ReactNode
  emptyPicture: ReactNode
  order: SortOrder
  onOrderChange: (order: SortOrder) => void
  /** Replaces the choice between Latest and Oldest. */
  sortSelect?: ReactNode
  /** A stable function that replaces `order`. */
  sortItems?: ((items: readonly Item[]) => Item[]) | undefined
  /** The form values of an item beyond title and description. */
  draftOf?: ((item: Item) => Partial<MediaDraft>) | undefined
  /** Reads a list of the server, as the query does. */
  readItems: (response: unknown) => Item[]
  list: MediaListState<Item>
  renderForm: (form: MediaPageFormProps) => ReactNode
  /** The picture or video of an item, as on its card; `undefined` if it has none. */
  renderMedia: (item: Item) => ReactNode
  /** Opens photos in the lightbox; none if left out. */
  lightboxPhoto?: ((item: Item) => LightboxPhoto) | undefined
  /** The card component should be memoised. */
  renderCard: (card: MediaCardProps<Item>) => ReactNode
  /** Deletes by id; rejects if the deletion fails. */
  remove: (id: string) => Promise<unknown>
  /** Restores a deleted item, if the backend can. */
  undo: DeletionUndo | undefined
}

/** A page of media cards with a form above them to add and edit. */
export function MediaPage<Item extends MediaItem>(props: MediaPageProps<Item>) {
  const { labels, addIcon, emptyPicture, order, onOrderChange, list, renderForm, renderCard, renderMedia, remove } =
    props
  const form = usePageForm<MediaDraft>(({ id }) => (id === undefined ? null : document.getElementById(mediaCardId(id))))
  const add = () => form.add(EMPTY_DRAFT)
  const edited = list.data?.find(({ id }) => id === form.editedId)
  const current = edited && renderMedia(edited)

  function draftOf(item: Item): MediaDraft {
    const { id, title, description, version, src } = item
    return { id, title, description, files: [], version, stored: src, ...props.draftOf?.(item) }
  }

  function readDraft(record: unknown): MediaDraft | undefined {
    const [item] = props.readItems([record])
    return item && draftOf(item)
  }

  return (
    <>
      <PageHeader
        title={labels.title}
        purpose={labels.purpose}
        action={
          <>
            {props.sortSelect || <SortSelect value={order} onChange={onOrderChange} />}
            <FormToggle form={form} icon={addIcon} label={labels.addNew} onOpen={add} />
          </>
        }
      />
      {form.props && (
        <Fragment key={form.editedId ?? 'new'}>{renderForm({ ...form.props, current, readDraft })}</Fragment>
      )}
      <MediaList
        labels={labels}
        list={list}
        order={order}
        sortItems={props.sortItems}
        editedId={form.editedId}
        isLocked={form.isSaving}
        renderCard={renderCard}
        renderMedia={renderMedia}
        lightboxPhoto={props.lightboxPhoto}
        remove={remove}
        undo={props.undo}
        onEdit={(item) => form.edit(draftOf(item))}
        onDeleted={({ id }) => form.discard(id)}
        focusAddButton={form.focusToggle}
        emptyPicture={emptyPicture}
        emptyAction={
          !form.props && (
            <Button icon={addIcon} onClick={add}>
              {labels.addNew}
            </Button>
          )
        }
      />
    </>
  )
}
