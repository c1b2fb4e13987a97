import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { useIsTruncated } from '../ui/layout/use-is-truncated.ts'
import styles from './media-card.module.css'

interface MediaCardProps {
  /** Set on the card, so that focus can be sent to it. */
  id?: string | undefined
  /** A `MediaImage` or a player; it sits in a box of fixed ratio. */
  media: ReactNode
  title: ReactNode
  description?: string | undefined
  /** When it was added. */
  date: ReactNode
  /** Two groups, the second apart: what can't be taken back. */
  actions: ReactNode
  apart?: ReactNode
  /** On its way out: dimmed while a deletion runs. */
  isLeaving?: boolean | undefined
  isMarked?: boolean | undefined
}

/** One photo, video or event in a `CardGrid`. Cards far from the window cost next to nothing to draw. */
export function MediaCard(props: MediaCardProps) {
  const { id, media, title, description, date, actions, apart, isLeaving, isMarked } = props
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
          {description && <ClampedText text={description} />}
          <p className={styles.date}>{date}</p>
        </div>
        <div className={styles.actions}>
          {actions}
          <span className={styles.apart}>{apart}</span>
        </div>
      </article>
    </li>
  )
}

/** A card that is on its way, in the real one's shape. */
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

/** Three lines, and "more" where there is more. */
function ClampedText({ text }: { text: string }) {
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
