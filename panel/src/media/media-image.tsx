import { useLingui } from '@lingui/react/macro'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import styles from './media-image.module.css'

/** What is known of a picture beyond its address; nothing on a plain backend. */
export interface MediaPicture {
  /** In pixels, as it is seen. */
  size: { width: number; height: number } | undefined
  /** Its smaller versions, one per format, the one to prefer first. */
  sources: readonly { type: string; srcSet: string }[]
}

interface MediaImageProps {
  src: string | undefined
  alt: string
  picture?: MediaPicture | undefined
}

/**
 * How wide a card of `CardGrid` is: one to four in a row, beside the sidebar from 60 rem on. A scrollbar may take 15 px, which the window's
 * width counts and the grid does not have: each step comes so much later, for a picture a little too large is better than one too small.
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
 * A picture that loads when it is near, in the smallest version that will do. A version that fails gives way to the plain address,
 * and what can't be shown at all says so.
 */
export function MediaImage({ src, alt, picture }: MediaImageProps) {
  const { t } = useLingui()
  const [failed, setFailed] = useState<{ src: string; isPlain: boolean }>()
  const failure = failed?.src === src ? failed : undefined
  if (!src || failure?.isPlain) {
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
        <source key={type} type={type} srcSet={srcSet} sizes={CARD_SIZES} />
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
