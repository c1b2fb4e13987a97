import { useLingui } from '@lingui/react/macro'
import type { GallerySection } from '@sevadesk/contract/section.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CardGrid } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PhotosPicture } from '../../ui/illustration.tsx'
import { MediaCardSkeleton } from '../../ui/media-card.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import type { SortOrder } from '../../ui/sort-select.tsx'
import { photosQuery } from './gallery-queries.ts'
import { type Photo, sortPhotos } from './photo.ts'
import { PhotoCard } from './photo-card.tsx'
import { useDeletion } from './use-deletion.ts'

interface PhotoListProps {
  gallery: GallerySection
  order: SortOrder
  editedId: string | undefined
  isLocked: boolean
  onEdit: (photo: Photo) => void
  onDeleted: (photo: Photo) => void
  /** Where focus goes when the last card is gone. */
  focusAddButton: () => void
  /** The next step when there is nothing to show. */
  emptyAction: ReactNode
}

/** The cards, or why there are none. */
export function PhotoList(props: PhotoListProps) {
  const { gallery, order, editedId, isLocked, onEdit, onDeleted, focusAddButton, emptyAction } = props
  const { t } = useLingui()
  const { data, error, isPending, isFetching, refetch } = useQuery(photosQuery(gallery.name))
  const photos = sortPhotos(data ?? [], order)
  const { deletingId, askAndDelete } = useDeletion({ gallery: gallery.name, photos, focusAddButton, onDeleted })

  if (isPending) return <LoadingPhotos />
  if (error && !data) {
    return (
      <ErrorState
        title={t`Failed to fetch photos`}
        text={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (photos.length === 0) {
    return (
      <EmptyState
        picture={<PhotosPicture />}
        title={t`No photos found.`}
        text={t`Photos that you add here appear on the public site at once.`}
        action={emptyAction}
      />
    )
  }
  return (
    <CardGrid label={t`Photos`}>
      {photos.map((photo) => (
        <PhotoCard
          key={photo.id}
          photo={photo}
          isEdited={photo.id === editedId}
          isDeleting={photo.id === deletingId}
          isLocked={isLocked}
          onEdit={onEdit}
          onDelete={askAndDelete}
        />
      ))}
    </CardGrid>
  )
}

function LoadingPhotos() {
  const { t } = useLingui()
  return (
    <Loading label={t`Loading photos...`}>
      <CardGrid label={t`Photos`}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <MediaCardSkeleton key={key} />
        ))}
      </CardGrid>
    </Loading>
  )
}
