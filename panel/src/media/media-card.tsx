import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import ExternalLink from '~icons/lucide/external-link'
import Pencil from '~icons/lucide/pencil'
import Trash from '~icons/lucide/trash'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { useIsTruncated } from '../ui/layout/clamped-text.tsx'
import styles from './media-card.module.css'
import { lightboxButtonId, type MediaItem, mediaCardId } from './media-item.ts'

interface OpenAction {
  href: string
  /** "Open", "View image" */
  text: string
  /** Accessible name: "Open Morning milk in a new tab". */
  label: string
}

interface MediaCardContent {
  /** The title, or "Untitled photo". */
  name: string
  /** Such as a `MediaImage` or a `MediaVideo`. */
  media: ReactNode
  /** `undefined` if the file has no safe URL. */
  open: OpenAction | undefined
  /** Below the title. */
  details?: ReactNode
  /** Accessible name of the button that opens the lightbox; none if left out. */
  enlargeLabel?: string | undefined
  /** A link beside the date. */
  more?: ReactNode
}

/** The handlers never change, so a memoised card renders only when another prop changes. */
export interface MediaCardProps<Item> {
  item: Item
  /** The item is open in the form. */
  isEdited: boolean
  isDeleting: boolean
  /** A form is saving and must stay open. */
  isLocked: boolean
  onEdit: (item: Item) => void
  onDelete: (item: Item) => void
  /** Opens the lightbox. */
  onEnlarge: (item: Item) => void
}

/** The card of a photo, video or event, with its actions. */
export function MediaCard<Item extends MediaItem>(props: MediaCardProps<Item> & MediaCardContent) {
  const { item, name, media, open, details, enlargeLabel, more, onEnlarge } = props
  const { isEdited, isDeleting, isLocked, onEdit, onDelete } = props
  const { t } = useLingui()
  const titleId = useId()
  return (
    <li className={styles.item}>
      <article
        id={mediaCardId(item.id)}
        className={styles.card}
        tabIndex={-1}
        aria-labelledby={titleId}
        data-leaving={isDeleting || undefined}
        data-marked={isEdited || undefined}
      >
        <div className={styles.media}>
          {media}
          {enlargeLabel && (
            <button
              type="button"
              id={lightboxButtonId(item.id)}
              className={styles.enlarge}
              aria-label={enlargeLabel}
              onClick={() => onEnlarge(item)}
            />
          )}
        </div>
        <div className={styles.body}>
          <h2 id={titleId} className={styles.title}>
            {name}
          </h2>
          {details}
          <p className={styles.date}>
            <Trans>
              Added <DateTime moment={item.createdAt} />
            </Trans>
            {more && <> · {more}</>}
          </p>
          {item.description && <Description text={item.description} />}
        </div>
        <div className={styles.actions}>
          {open && (
            <CardAction href={open.href} icon={<ExternalLink aria-hidden="true" />} label={open.label}>
              {open.text}
            </CardAction>
          )}
          <CardAction
            icon={<Pencil aria-hidden="true" />}
            label={t`Edit ${name}`}
            disabled={isLocked || isDeleting || !item.hasId}
            onClick={() => onEdit(item)}
          >
            {t`Edit`}
          </CardAction>
          <span className={styles.apart}>
            <CardAction
              tone="danger"
              icon={<Trash aria-hidden="true" />}
              label={t`Delete ${name}`}
              disabled={!item.hasId || (isLocked && isEdited)}
              aria-disabled={isDeleting || undefined}
              onClick={() => onDelete(item)}
            >
              {t`Delete`}
            </CardAction>
          </span>
        </div>
      </article>
    </li>
  )
}

export function MediaCardSkeleton() {
  return (
    <li className={styles.item} aria-hidden="true">
      <div className={styles.card}>
        <div className={styles.media}>
          <Skeleton shape="picture" />
        </div>
        <div className={styles.body}>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton />
        </div>
      </div>
    </li>
  )
}

/** At most three lines, with a button for the rest. */
function Description({ text }: { text: string }) {
  const { t } = useLingui()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [ref, isTruncated] = useIsTruncated(isOpen)

  return (
    <div>
      <p key={text} ref={ref} id={id} className={styles.description} data-open={isOpen || undefined}>
        {text}
      </p>
      {isTruncated && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t`less` : t`more`}
        </button>
      )}
    </div>
  )
}

interface Common {
  icon: ReactNode
  /** Accessible name, such as "Edit Morning milk". It contains the visible text. */
  label: string
  tone?: 'danger' | undefined
  children: ReactNode
}

type AsButton = Common & { href?: undefined } & Omit<ComponentProps<'button'>, 'className' | 'style' | 'children'>
type AsLink = Common & { href: string } & Omit<ComponentProps<'a'>, 'className' | 'style' | 'children'>

/** An action on a card: icon and text. With `href`, a link that opens a new tab. */
function CardAction({ icon, label, tone, children, ...props }: AsButton | AsLink) {
  const shared = { className: styles.action, 'data-tone': tone, 'aria-label': label, title: label }
  if (props.href === undefined) {
    return (
      <button type="button" {...props} {...shared}>
        {icon}
        {children}
      </button>
    )
  }
  return (
    <a target="_blank" rel="noopener" {...props} {...shared}>
      {icon}
      {children}
    </a>
  )
}
