import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import Video from '~icons/lucide/video'
import { useSortOrder } from '../../address/use-sort-order.ts'
import { MediaPage } from '../../media/media-page.tsx'
import { useIsExtended } from '../../session/use-is-extended.ts'
import { VideosPicture } from '../../ui/pictures/illustration.tsx'
import { HomeVideoCard, HomeVideoPlayer } from './home-video-card.tsx'
import { HomeVideoForm } from './home-video-form.tsx'
import { homeVideosQuery, readHomeVideos, useDeleteHomeVideo, useUndoHomeVideo } from './home-video-queries.ts'

export function HomeVideoPage() {
  const isExtended = useIsExtended()
  const { t } = useLingui()
  const [order, setOrder] = useSortOrder()
  const videos = useQuery(homeVideosQuery)
  const deletion = useDeleteHomeVideo()
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
      remove={deletion.mutateAsync}
      undo={useUndoHomeVideo()}
    />
  )
}
