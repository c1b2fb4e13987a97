import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { useIsTruncated } from '../ui/layout/use-is-truncated.ts'
import styles from './media-card.module.css'

interface MediaCardLayoutProps {
  id?: string | undefined
  /** A `MediaImage` or a player. */
  media: ReactNode
  title: ReactNode
  description?: string | undefined
  date: ReactNode
  actions: ReactNode
  /** Set apart from the other actions. */
  deleteAction: ReactNode
  /** Dimmed while it is being deleted. */
  isLeaving?: boolean | undefined
  isMarked?: boolean | undefined
}

/** A photo, video or event in a `CardGrid`. */
export function MediaCardLayout(props: MediaCardLayoutProps) {
  const { id, media, title, description, date, actions, deleteAction, isLeaving, isMarked } = props
  const titleId = useId()
  return (
    <li className={styles.item}>
      <article
        id={id}
        className={styles.card}
        tabIndex={-1}
        aria-labelledby={titleId}
        data-leaving={isLeaving || undefined}
        data-marked={isMarked || undefined}
      >
        <div className={styles.media}>{media}</div>
        <div className={styles.body}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {description && <Description text={description} />}
          <p className={styles.date}>{date}</p>
        </div>
        <div className={styles.actions}>
          {actions}
          <span className={styles.apart}>{deleteAction}</span>
        </div>
      </article>
    </li>
  )
}

export function MediaCardSkeleton() {
  return (
    <li className={styles.item} aria-hidden="true">
      <div className={styles.card}>
        <div className={styles.media}>
          <Skeleton shape="picture" />
        </div>
        <div className={styles.body}>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton />
        </div>
      </div>
    </li>
  )
}

/** At most three lines, with a button for the rest. */
function Description({ text }: { text: string }) {
  const { t } = useLingui()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [ref, isTruncated] = useIsTruncated(isOpen)

  return (
    <div>
      <p key={text} ref={ref} id={id} className={styles.description} data-open={isOpen || undefined}>
        {text}
      </p>
      {isTruncated && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t`less` : t`more`}
        </button>
      )}
    </div>
  )
}
