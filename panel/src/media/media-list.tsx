import {
  Fragment,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type DeletionLabels, type DeletionUndo, useDeletion } from '../ui/dialog/use-deletion.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState, useRetry } from '../ui/feedback/error-state.tsx'
import { Loading } from '../ui/feedback/skeleton.tsx'
import { withUniqueKeys } from '../ui/table/row-id.ts'
import { sortByDate } from '../ui/table/sort-by-date.ts'
import type { SortOrder } from '../ui/table/sort-select.tsx'
import { Lightbox, type LightboxPhoto } from './lightbox.tsx'
import { type MediaCardProps, MediaCardSkeleton } from './media-card.tsx'
import { lightboxButtonId, type MediaItem, mediaCardId } from './media-item.ts'
import styles from './media-list.module.css'

export interface MediaListLabels extends DeletionLabels {
  /** "This photo will be permanently deleted." */
  deleteQuestion: string
  /** "Untitled photo" */
  untitled: string
  /** "Photos" */
  list: string
  /** "Loading photos..." */
  loading: string
  /** "Failed to fetch photos" */
  fetchFailed: string
  /** "No photos found." */
  empty: string
  emptyHint: string
}

/** The state of the list's query. */
export interface MediaListState<Item> {
  data: readonly Item[] | undefined
  error: Error | null
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

interface MediaListProps<Item> {
  labels: MediaListLabels
  list: MediaListState<Item>
  order: SortOrder
  sortItems?: ((items: readonly Item[]) => Item[]) | undefined
  editedId: string | undefined
  isLocked: boolean
  renderCard: (card: MediaCardProps<Item>) => ReactNode
  renderMedia: (item: Item) => ReactNode
  lightboxPhoto: ((item: Item) => LightboxPhoto) | undefined
  remove: (id: string) => Promise<unknown>
  undo: DeletionUndo | undefined
  onEdit: (item: Item) => void
  onDeleted: (item: Item) => void
  /** Called after the only card is deleted. */
  focusAddButton: () => void
  emptyPicture: ReactNode
  emptyAction: ReactNode
}

/** The cards, or the loading, empty or error state. */
export function MediaList<Item extends MediaItem>(props: MediaListProps<Item>) {
  const {
    labels,
    list,
    order,
    sortItems,
    editedId,
    isLocked,
    lightboxPhoto,
    renderCard,
    renderMedia,
    remove,
    onDeleted,
    focusAddButton,
  } = props
  const { data } = list
  const items = useMemo(() => sortItems?.(data ?? []) ?? sortByDate(data ?? [], order), [data, order, sortItems])
  const { deletingId, requestDeletion } = useDeletion({
    labels,
    question: () => labels.deleteQuestion,
    detail: (item) => <DeletedItem name={item.title || labels.untitled} media={renderMedia(item)} />,
    items,
    remove: ({ id }) => remove(id),
    elementId: mediaCardId,
    focusFallback: focusAddButton,
    onDeleted,
    undo: props.undo,
  })
  const onEdit = useStableHandler(props.onEdit)
  const onDelete = useStableHandler(requestDeletion)
  const lightbox = useLightbox(items)

  const retry = useRetry(list, items[0] && mediaCardId(items[0].id))

  if (list.isPending) return <LoadingCards labels={labels} />
  if (list.error && !data) {
    return (
      <ErrorState title={labels.fetchFailed} text={list.error.message} onRetry={retry} isRetrying={list.isFetching} />
    )
  }
  if (items.length === 0) {
    return (
      <EmptyState
        picture={props.emptyPicture}
        title={labels.empty}
        text={labels.emptyHint}
        action={props.emptyAction}
      />
    )
  }
  return (
    <>
      <Cards
        label={labels.list}
        items={items}
        renderCard={(item) =>
          renderCard({
            item,
            isEdited: item.id === editedId,
            isDeleting: item.id === deletingId,
            isLocked,
            onEdit,
            onDelete,
            onEnlarge: lightbox.open,
          })
        }
      />
      {lightboxPhoto && lightbox.index >= 0 && (
        <Lightbox
          photos={items.map(lightboxPhoto)}
          index={lightbox.index}
          onMove={lightbox.move}
          onClose={lightbox.close}
        />
      )}
    </>
  )
}

interface CardsProps<Item> {
  label: string
  items: readonly Item[]
  renderCard: (item: Item) => ReactNode
}

function Cards<Item extends MediaItem>({ label, items, renderCard }: CardsProps<Item>) {
  const count = useProgressiveCount(items.length)
  return (
    <CardGrid label={label}>
      {withUniqueKeys(items.slice(0, count)).map(([key, item]) => (
        <Fragment key={key}>{renderCard(item)}</Fragment>
      ))}
    </CardGrid>
  )
}

function LoadingCards({ labels }: { labels: MediaListLabels }) {
  return (
    <Loading label={labels.loading} isOnSkeletons>
      <CardGrid label={labels.list}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <MediaCardSkeleton key={key} />
        ))}
      </CardGrid>
    </Loading>
  )
}

/** More than the first screen shows, at any width. */
const STEP = 24

/**
 * How many of `total` cards to render now. Grows step by step, so that a long list appears soon
 * and stays responsive.
 */
function useProgressiveCount(total: number): number {
  const [count, setCount] = useState(STEP)

  useEffect(() => {
    if (count >= total) return
    // The timeout lets the browser paint and handle input between two steps.
    const timer = setTimeout(() => startTransition(() => setCount(count + STEP)))
    return () => clearTimeout(timer)
  }, [count, total])

  return count
}

/**
 * A function that never changes and calls the latest `handler`, so that memoised cards need no new
 * render.
 */
function useStableHandler<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}

interface DeletedItemProps {
  name: string
  media: ReactNode
}

/** Shows in the deletion's question which item is meant. The picture takes no focus. */
function DeletedItem({ name, media }: DeletedItemProps) {
  return (
    <div className={styles.item}>
      {media && (
        <span className={styles.media} inert aria-hidden="true">
          {media}
        </span>
      )}
      <span className={styles.name}>{name}</span>
    </div>
  )
}

/** Which of `items` the lightbox shows. After it closes, the shown photo's card has focus. */
function useLightbox(items: readonly MediaItem[]) {
  const [shownId, setShownId] = useState<string>()
  const last = useRef<string>(undefined)
  const index = shownId === undefined ? -1 : items.findIndex(({ id }) => id === shownId)

  useEffect(() => {
    if (shownId === undefined && last.current !== undefined) {
      document.getElementById(lightboxButtonId(last.current))?.focus()
    }
    last.current = shownId
  }, [shownId])

  return {
    /** -1 while the lightbox is closed. */
    index,
    open: useCallback(({ id }: MediaItem) => setShownId(id), []),
    move: (to: number) => setShownId(items[to]?.id),
    close: () => setShownId(undefined),
  }
}

/** A grid of cards. Each child is an `<li>`, such as a `MediaCard`. */
function CardGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  )
}
