import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { MediaCard, type MediaCardProps } from '../../media/media-card.tsx'
import { MediaImage } from '../../media/media-image.tsx'
import { HistoryLink } from '../../records/history-link.tsx'
import type { Photo } from './gallery-queries.ts'

export const PhotoCard = memo(function PhotoCard(props: MediaCardProps<Photo> & { hasHistory: boolean }) {
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
