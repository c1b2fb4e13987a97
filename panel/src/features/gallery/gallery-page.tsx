import { useLingui } from '@lingui/react/macro'
import type { GallerySection } from '@sevadesk/contract/accounts/section.ts'
import { useQuery } from '@tanstack/react-query'
import ImagePlus from '~icons/lucide/image-plus'
import { useSortOrder } from '../../address/use-sort-order.ts'
import { MediaImage } from '../../media/media-image.tsx'
import { MediaPage } from '../../media/media-page.tsx'
import { useIsExtended } from '../../session/use-is-extended.ts'
import { PhotosPicture } from '../../ui/pictures/illustration.tsx'
import { photosQuery, readPhotos, useDeletePhoto, useUndoPhoto } from './gallery-queries.ts'
import { GALLERY_TEXTS } from './gallery-texts.ts'
import { PhotoCard } from './photo-card.tsx'
import { PhotoForm } from './photo-form.tsx'

/** The photos of one institution. Needs a `key` per gallery, so that no draft carries over. */
export function GalleryPage({ gallery }: { gallery: GallerySection }) {
  const isExtended = useIsExtended()
  const { t, i18n } = useLingui()
  const [order, setOrder] = useSortOrder()
  const photos = useQuery(photosQuery(gallery.name))
  const deletion = useDeletePhoto(gallery.name)
  const { title, purpose } = GALLERY_TEXTS[gallery.key]
  return (
    <MediaPage
      labels={{
        title: i18n._(title),
        purpose: i18n._(purpose),
        addNew: t`Add New Photo`,
        untitled: t`Untitled photo`,
        list: t`Photos`,
        loading: t`Loading photos...`,
        fetchFailed: t`Failed to fetch photos`,
        empty: t`No photos found.`,
        emptyHint: t`Photos that you add here appear on the public site at once.`,
        deleteQuestion: t`This photo will be permanently deleted.`,
        deleteConfirm: t`Yes, delete it!`,
        deleted: t`Your photo has been deleted.`,
        deleteFailed: t`Failed to delete photo.`,
      }}
      addIcon={<ImagePlus aria-hidden="true" />}
      emptyPicture={<PhotosPicture />}
      order={order}
      onOrderChange={setOrder}
      list={photos}
      readItems={readPhotos}
      renderForm={(form) => <PhotoForm gallery={gallery.name} {...form} />}
      renderCard={(card) => <PhotoCard {...card} hasHistory={isExtended} />}
      renderMedia={({ title, src, picture }) => (
        <MediaImage src={src} alt={title || t`Untitled photo`} picture={picture} />
      )}
      lightboxPhoto={({ title, src, picture }) => ({ name: title || t`Untitled photo`, src, picture })}
      remove={deletion.mutateAsync}
      undo={useUndoPhoto(gallery.name)}
    />
  )
}
