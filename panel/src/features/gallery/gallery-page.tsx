import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { GalleryKey, GallerySection } from '@sevadesk/contract/accounts/section.ts'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import ImagePlus from '~icons/lucide/image-plus'
import { useSortOrder } from '../../address/use-sort-order.ts'
import { MediaCard, type MediaCardProps } from '../../media/media-card.tsx'
import { MediaImage } from '../../media/media-image.tsx'
import { MediaPage } from '../../media/media-page.tsx'
import { HistoryLink } from '../../records/history-link.tsx'
import { useIsExtended } from '../../session/use-me.ts'
import { PhotosPicture } from '../../ui/pictures/illustration.tsx'
import { type Photo, photosQuery, readPhotos, useDeletePhoto, useUndoPhoto } from './gallery-queries.ts'
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

/** The heading and purpose of each gallery page. */
const GALLERY_TEXTS: Readonly<Record<GalleryKey, { title: MessageDescriptor; purpose: MessageDescriptor }>> = {
  Gaushala: { title: msg`Gaushala`, purpose: msg`Photos of the cow shelter on the public site.` },
  Vriddhashram: {
    title: msg`Vriddhashram`,
    purpose: msg`Photos of the old-age home on the public site.`,
  },
  EyeHospital: {
    title: msg`Eye Hospital`,
    purpose: msg`Photos of the eye hospital on the public site.`,
  },
  School: { title: msg`School`, purpose: msg`Photos of the school on the public site.` },
  Physiotherapy: {
    title: msg`Physiotherapy`,
    purpose: msg`Photos of the physiotherapy centre on the public site.`,
  },
  Nursing: {
    title: msg`Nursing Hospital`,
    purpose: msg`Photos of the nursing hospital on the public site.`,
  },
}

const PhotoCard = memo(function PhotoCard(props: MediaCardProps<Photo> & { hasHistory: boolean }) {
  const { t } = useLingui()
  const { title, src, picture } = props.item
  const name = title || t`Untitled photo`
  return (
    <MediaCard
      {...props}
      name={name}
      more={
        props.hasHistory && props.item.hasId && <HistoryLink kind="photo" id={props.item.id} name={name} look="text" />
      }
      media={<MediaImage src={src} alt={name} picture={picture} />}
      enlargeLabel={src && t`Enlarge ${name}`}
      open={src ? { href: src, text: t`Open`, label: t`Open ${name} in a new tab` } : undefined}
    />
  )
})
