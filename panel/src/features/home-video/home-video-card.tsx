import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { MediaCard, type MediaCardProps } from '../../media/media-card.tsx'
import { MediaVideo } from '../../media/media-video.tsx'
import { HistoryLink } from '../../records/history-link.tsx'
import { useIsExtended } from '../../session/use-is-extended.ts'
import { downloadHref, downloadName, type HomeVideo } from './home-video.ts'
import { findVideoFailure } from './home-video-queries.ts'

export const HomeVideoCard = memo(function HomeVideoCard(props: MediaCardProps<HomeVideo> & { hasHistory: boolean }) {
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

export function HomeVideoPlayer({ video: { title, src, poster } }: { video: HomeVideo }) {
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
