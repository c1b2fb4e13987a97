import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './current-media.module.css'
import type { MediaKind } from './validate-files.ts'

interface CurrentMediaProps {
  kind: MediaKind
  isReplaced: boolean
  children: ReactNode
}

/** The picture or video that an item has while it is edited, and whether it stays. */
export function CurrentMedia({ kind, isReplaced, children }: CurrentMediaProps) {
  const { t } = useLingui()

  function caption(): string {
    if (kind === 'image/*') {
      return isReplaced ? t`Saving replaces this picture.` : t`This picture stays unless you choose another.`
    }
    return isReplaced ? t`Saving replaces this video.` : t`This video stays unless you choose another.`
  }

  return (
    <figure className={styles.current} data-replaced={isReplaced || undefined}>
      <div className={styles.media}>{children}</div>
      <figcaption className={styles.caption}>{caption()}</figcaption>
    </figure>
  )
}
