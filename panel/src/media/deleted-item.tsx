import type { ReactNode } from 'react'
import styles from './deleted-item.module.css'

interface DeletedItemProps {
  name: string
  media: ReactNode
}

/** Shows in the deletion's question which item is meant. The picture takes no focus. */
export function DeletedItem({ name, media }: DeletedItemProps) {
  return (
    <div className={styles.item}>
      {media && (
        <span className={styles.media} inert aria-hidden="true">
          {media}
        </span>
      )}
      <span className={styles.name}>{name}</span>
    </div>
  )
}
