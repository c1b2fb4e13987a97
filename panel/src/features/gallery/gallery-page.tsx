import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { GalleryKey, GalleryName, GallerySection } from '@sevadesk/contract/accounts/section.ts'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import ImagePlus from '~icons/lucide/image-plus'
import { useSortOrder } from '../../address/use-address-values.ts'
import { MediaCard, type MediaCardProps } from '../../media/media-card.tsx'
import { MediaForm, type MediaPageFormProps } from '../../media/media-form.tsx'
import { MediaImage } from '../../media/media-image.tsx'
import { MediaPage } from '../../media/media-page.tsx'
import { type PartlySavedError, unknownOutcomeOf } from '../../media/upload-failure.ts'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { HistoryLink } from '../../records/history-link.tsx'
import { useIsExtended, useMe } from '../../session/use-me.ts'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { PhotosPicture } from '../../ui/pictures/illustration.tsx'
import { type Photo, photosQuery, readPhotos, usePhotoDeletion, useSendPhotos } from './gallery-queries.ts'
import { faultOf } from './send-batch.ts'

/** The photos of one institution. Needs a `key` per gallery, so that no draft carries over. */
export function GalleryPage({ gallery }: { gallery: GallerySection }) {
  const isExtended = useIsExtended()
  const { t, i18n } = useLingui()
  const [order, setOrder] = useSortOrder()
  const photos = useQuery(photosQuery(gallery.name))
  const deletion = usePhotoDeletion(gallery.name)
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
      remove={deletion.remove}
      undo={deletion.undo}
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

function PhotoForm({ gallery, ...props }: MediaPageFormProps & { gallery: GalleryName }) {
  const { t } = useLingui()
  const send = useSendPhotos(gallery)
  const partlySavedText = usePartlySavedText()
  const limits = useMe()?.uploadLimits
  const isEdit = props.initial.id !== undefined
  const title = t({ message: 'Title', context: 'of a photo' })

  return (
    <MediaForm
      {...props}
      send={send}
      record={useFormRecord('photo', props.initial.id, gallery)}
      partlySavedText={partlySavedText}
      accept="image/*"
      multiple={!isEdit}
      isTitleOptional
      maxBytes={limits?.photoBytes}
      maxFiles={limits?.photoFiles}
      labels={
        isEdit
          ? {
              heading: t`Edit photo`,
              title,
              files: t`New picture (optional)`,
              choose: t`Choose photo`,
            }
          : {
              heading: t`Add photos`,
              title,
              titleHint: t`Every photo that you choose below gets this title.`,
              files: t`Photos`,
              choose: t`Choose photos`,
              filesHint: t`You can choose several photos at once.`,
            }
      }
    />
  )
}

/** Describes a partly saved batch: the number of added photos, the refused ones, and the cause. */
function usePartlySavedText(): (outcome: PartlySavedError) => string {
  const { t } = useLingui()
  const failureText = useFailureText()
  return ({ saved, refusals, unsent, cause }) => {
    const total = saved.length + refusals.size + unsent.length
    const names = [...refusals.keys()].map(({ name }) => name).join(', ')
    const isStopped = cause instanceof Error
    const isFaulty = faultOf(cause) !== undefined && [...refusals.values()].some((refusal) => refusal === cause)
    const unknownOutcome = unknownOutcomeOf(cause)
    const [inDoubt] = unknownOutcome === 'repeats' ? unsent : []
    return [
      saved.length === 0 && !unknownOutcome && t`None of the ${total} photos was added.`,
      saved.length > 0 &&
        t`${plural(saved.length, {
          one: `# of ${total} photos was added.`,
          other: `# of ${total} photos were added.`,
        })}`,
      refusals.size > 0 && t`Not added: ${names}`,
      isFaulty && t`The server had an error, so the remaining photos were not sent.`,
      isStopped && !isFaulty && cause.name !== 'AbortError' && failureText(cause),
      inDoubt && t`“${inDoubt.name}” may have been added. Check the list below before you try again.`,
      isStopped && t`The other photos are still here.`,
    ]
      .filter(Boolean)
      .join(' ')
  }
}
