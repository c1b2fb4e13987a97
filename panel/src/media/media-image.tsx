import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import ImageOff from '~icons/lucide/image-off'
import styles from './media-image.module.css'

/** Size and smaller versions of a picture, from our own server only. */
export interface MediaPicture {
  /** In pixels, after rotation. */
  size: { width: number; height: number } | undefined
  /** Smaller versions, one entry per format, best format first. */
  sources: readonly { type: string; srcSet: string }[]
}

interface MediaImageProps {
  src: string | undefined
  alt: string
  picture?: MediaPicture | undefined
  /** Shown instead of the error. */
  fallback?: ReactNode
  /** The width in the layout, as the `sizes` of an `<img>`. Default: the width of a card. */
  sizes?: string | undefined
}

/**
 * The width of a card in `CardGrid`: one to four per row, beside the sidebar above 60 rem. Each
 * breakpoint is 15 px higher: media queries count the scrollbar, and the grid does not.
 */
const CARD_SIZES = [
  '(min-width: 92.9375rem) 18rem',
  '(min-width: 74.4375rem) calc(33.4vw - 7.5rem)',
  '(min-width: 60.0625rem) calc(50vw - 10.6rem)',
  '(min-width: 56.4375rem) calc(33.4vw - 1.5rem)',
  '(min-width: 38.1875rem) calc(50vw - 1.6rem)',
  'calc(100vw - 2rem)',
].join(', ')

/**
 * A lazily loaded picture in the smallest sufficient version. If that fails, it loads `src`; if
 * `src` fails too, it shows an error.
 */
export function MediaImage({ src, alt, picture, fallback, sizes = CARD_SIZES }: MediaImageProps) {
  const { t } = useLingui()
  const [failed, setFailed] = useState<{ src: string; isPlain: boolean }>()
  const failure = failed?.src === src ? failed : undefined
  if (!src || failure?.isPlain) {
    if (fallback) return fallback
    return (
      <span className={styles.broken} role="img" aria-label={alt}>
        <ImageOff aria-hidden="true" />
        {t`Picture can't be shown`}
      </span>
    )
  }
  const sources = failure ? [] : (picture?.sources ?? [])
  return (
    <picture>
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className={styles.image}
        src={src}
        alt={alt}
        {...picture?.size}
        loading="lazy"
        decoding="async"
        onError={() => setFailed({ src, isPlain: sources.length === 0 })}
      />
    </picture>
  )
}
