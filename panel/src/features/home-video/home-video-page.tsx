import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import Video from '~icons/lucide/video'
import { useSortOrder } from '../../address/use-address-values.ts'
import { MediaCard, type MediaCardProps } from '../../media/media-card.tsx'
import { MediaForm, type MediaPageFormProps } from '../../media/media-form.tsx'
import { MediaPage } from '../../media/media-page.tsx'
import { MediaVideo } from '../../media/media-video.tsx'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { HistoryLink } from '../../records/history-link.tsx'
import { useIsExtended, useMe } from '../../session/use-me.ts'
import { VideosPicture } from '../../ui/pictures/illustration.tsx'
import { downloadHref, downloadName, type HomeVideo } from './home-video.ts'
import {
  findVideoFailure,
  homeVideosQuery,
  readHomeVideos,
  useHomeVideoDeletion,
  useSendHomeVideo,
} from './home-video-queries.ts'
import { posterOf } from './video-poster.ts'

const HomeVideoCard = memo(function HomeVideoCard(props: MediaCardProps<HomeVideo> & { hasHistory: boolean }) {
  const { t } = useLingui()
  const { title, src } = props.item
  const name = title || t`Untitled video`
  return (
    <MediaCard
      {...props}
      name={name}
      more={
        props.hasHistory &&
        props.item.hasId && <HistoryLink kind="home-video" id={props.item.id} name={name} look="text" />
      }
      media={<HomeVideoPlayer video={props.item} />}
      open={src ? { href: src, text: t`Open`, label: t`Open ${name} in a new tab` } : undefined}
    />
  )
})

export function HomeVideoPage() {
  const isExtended = useIsExtended()
  const { t } = useLingui()
  const [order, setOrder] = useSortOrder()
  const videos = useQuery(homeVideosQuery)
  const deletion = useHomeVideoDeletion()
  return (
    <MediaPage
      labels={{
        title: t`Home Video`,
        purpose: t`Videos on the home page of the public site.`,
        addNew: t`Add New Video`,
        untitled: t`Untitled video`,
        list: t`Videos`,
        loading: t`Loading videos...`,
        fetchFailed: t`Failed to fetch videos`,
        empty: t`No videos found.`,
        emptyHint: t`Videos that you add here appear on the public site at once.`,
        deleteQuestion: t`This video will be permanently deleted.`,
        deleteConfirm: t`Yes, delete it!`,
        deleted: t`Your video has been deleted.`,
        deleteFailed: t`Failed to delete video.`,
      }}
      addIcon={<Video aria-hidden="true" />}
      emptyPicture={<VideosPicture />}
      order={order}
      onOrderChange={setOrder}
      list={videos}
      readItems={readHomeVideos}
      renderForm={(form) => <HomeVideoForm {...form} />}
      renderCard={(card) => <HomeVideoCard {...card} hasHistory={isExtended} />}
      renderMedia={(video) => <HomeVideoPlayer video={video} />}
      remove={deletion.remove}
      undo={deletion.undo}
    />
  )
}

function HomeVideoPlayer({ video: { title, src, poster } }: { video: HomeVideo }) {
  const { t } = useLingui()
  const isExtended = useIsExtended()
  const name = title || t`Untitled video`
  return (
    <MediaVideo
      src={src}
      poster={poster}
      title={name}
      download={src === undefined ? undefined : { href: downloadHref(src, isExtended), name: downloadName(name, src) }}
      findCause={findVideoFailure}
    />
  )
}

function HomeVideoForm(props: MediaPageFormProps) {
  const { t } = useLingui()
  const send = useSendHomeVideo()
  const isExtended = useIsExtended()
  const limit = useMe()?.uploadLimits?.videoBytes
  const isEdit = props.initial.id !== undefined
  return (
    <MediaForm
      {...props}
      send={send}
      record={useFormRecord('video', props.initial.id)}
      accept="video/*"
      maxBytes={limit}
      onFilesChange={([video]) => {
        // Ready by the time the texts are filled in.
        if (isExtended && video) void posterOf(video)
      }}
      labels={
        isEdit
          ? {
              heading: t`Edit video`,
              files: t`New video (optional)`,
              choose: t`Choose video`,
            }
          : {
              heading: t`Add video`,
              files: t`Video`,
              choose: t`Choose video`,
            }
      }
    />
  )
}
