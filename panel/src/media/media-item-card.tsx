import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { DateTime } from '../ui/format/date-time.tsx'
import { CardAction } from '../ui/layout/card-action.tsx'
import { MediaCard } from './media-card.tsx'
import { type MediaItem, mediaCardId } from './media-item.ts'
import type { MediaCardSlot } from './media-list.tsx'

interface OpenAction {
  href: string
  /** The word on it: "Open", "View image". */
  word: string
  /** The whole name, which contains the word: "Open Morning milk in a new tab". */
  label: string
}

interface MediaItemCardProps<Item> extends MediaCardSlot<Item> {
  /** The title, or what stands for it. */
  name: string
  /** A `MediaImage` or a player. */
  media: ReactNode
  /** Where its file opens; none where there is no address to follow. */
  open: OpenAction | undefined
}

/** The card of one photo, video or event with what can be done to it. */
export function MediaItemCard<Item extends MediaItem>(props: MediaItemCardProps<Item>) {
  const { item, name, media, open, isEdited, isDeleting, isLocked, onEdit, onDelete } = props
  const { t } = useLingui()
  return (
    <MediaCard
      id={mediaCardId(item.id)}
      media={media}
      title={name}
      description={item.description}
      date={
        <Trans>
          Added <DateTime moment={item.createdAt} />
        </Trans>
      }
      isMarked={isEdited}
      isLeaving={isDeleting}
      actions={
        <>
          {open && (
            <CardAction href={open.href} icon={<ExternalLink aria-hidden="true" />} label={open.label}>
              {open.word}
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
        </>
      }
      apart={
        <CardAction
          tone="danger"
          icon={<Trash2 aria-hidden="true" />}
          label={t`Delete ${name}`}
          disabled={!item.hasId || (isLocked && isEdited)}
          aria-disabled={isDeleting || undefined}
          onClick={() => onDelete(item)}
        >
          {t`Delete`}
        </CardAction>
      }
    />
  )
}
