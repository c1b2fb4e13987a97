import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { CardAction } from '../../ui/card-action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { MediaCard, MediaImage } from '../../ui/media-card.tsx'
import type { Photo } from './photo.ts'

interface PhotoCardProps {
  photo: Photo
  /** Its form is open above. */
  isEdited: boolean
  isDeleting: boolean
  /** A form is on its way to the server: nothing may take its place. */
  isLocked: boolean
  onEdit: (photo: Photo) => void
  onDelete: (photo: Photo) => void
}

/** The card's id in the page, for focus to come back to. */
export function photoCardId(id: string): string {
  return `photo-${id}`
}

export function PhotoCard({ photo, isEdited, isDeleting, isLocked, onEdit, onDelete }: PhotoCardProps) {
  const { t } = useLingui()
  const name = photo.title || t`Untitled photo`
  return (
    <MediaCard
      id={photoCardId(photo.id)}
      media={<MediaImage src={photo.src} alt={name} />}
      title={name}
      description={photo.description}
      date={
        <Trans>
          Added <DateTime moment={photo.createdAt} />
        </Trans>
      }
      isMarked={isEdited}
      isLeaving={isDeleting}
      actions={
        <>
          {photo.src && (
            <CardAction
              href={photo.src}
              icon={<ExternalLink aria-hidden="true" />}
              label={t`Open ${name} in a new tab`}
            >
              {t`Open`}
            </CardAction>
          )}
          <CardAction
            icon={<Pencil aria-hidden="true" />}
            label={t`Edit ${name}`}
            disabled={isLocked || isDeleting || !photo.hasId}
            onClick={() => onEdit(photo)}
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
          disabled={!photo.hasId || (isLocked && isEdited)}
          aria-disabled={isDeleting || undefined}
          onClick={() => onDelete(photo)}
        >
          {t`Delete`}
        </CardAction>
      }
    />
  )
}
