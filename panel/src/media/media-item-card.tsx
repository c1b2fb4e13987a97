import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { DateTime } from '../ui/format/date-time.tsx'
import { CardAction } from '../ui/layout/card-action.tsx'
import { MediaCardLayout } from './media-card.tsx'
import { type MediaItem, mediaCardId } from './media-item.ts'
import type { MediaCardProps } from './media-list.tsx'

interface OpenAction {
  href: string
  /** "Open", "View image" */
  text: string
  /** Accessible name: "Open Morning milk in a new tab". */
  label: string
}

interface MediaItemCardProps<Item> extends MediaCardProps<Item> {
  /** The title, or "Untitled photo". */
  name: string
  media: ReactNode
  /** `undefined` if the file has no safe URL. */
  open: OpenAction | undefined
}

/** The card of a photo, video or event, with its actions. */
export function MediaItemCard<Item extends MediaItem>(props: MediaItemCardProps<Item>) {
  const { item, name, media, open, isEdited, isDeleting, isLocked, onEdit, onDelete } = props
  const { t } = useLingui()
  return (
    <MediaCardLayout
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
        </>
      }
      deleteAction={
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
