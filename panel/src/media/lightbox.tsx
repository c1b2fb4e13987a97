import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useRef, useSyncExternalStore } from 'react'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { Button } from '../ui/base/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { IconButton } from '../ui/layout/icon-button.tsx'
import styles from './lightbox.module.css'
import { MediaImage, type MediaPicture } from './media-image.tsx'

export interface LightboxPhoto {
  src: string | undefined
  /** The title, or "Untitled photo". */
  name: string
  picture: MediaPicture
}

interface LightboxProps {
  photos: readonly LightboxPhoto[]
  /** The position of the shown photo. */
  index: number
  onMove: (index: number) => void
  onClose: () => void
}

/** The width of the stage in lightbox.module.css. */
const SIZES = '(min-width: 72rem) 69rem, 96vw'
/** In CSS pixels. A shorter movement is a tap. */
const SWIPE = 48

/** A large photo in a dialog, with the next and previous one by button, arrow key or swipe. */
export function Lightbox({ photos, index, onMove, onClose }: LightboxProps) {
  const { t } = useLingui()
  const isZoomed = useSyncExternalStore(watchZoom, readZoom)
  const swipe = useRef<{ x: number; y: number }>(null)
  const photo = photos[index]
  if (!photo) return null
  const isFirst = index === 0
  const isLast = index === photos.length - 1

  function moveBy(step: number) {
    if (photos[index + step]) onMove(index + step)
  }

  function moveByKey({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) {
    if (altKey || ctrlKey || metaKey) return
    if (key === 'ArrowLeft') moveBy(-1)
    if (key === 'ArrowRight') moveBy(1)
  }

  function startSwipe({ pointerType, isPrimary, clientX, clientY }: PointerEvent) {
    swipe.current = pointerType === 'touch' && isPrimary && !isZoomed ? { x: clientX, y: clientY } : null
  }

  function endSwipe({ clientX, clientY }: PointerEvent) {
    if (!swipe.current) return
    const [across, down] = [clientX - swipe.current.x, clientY - swipe.current.y]
    swipe.current = null
    if (Math.abs(across) >= SWIPE && Math.abs(across) > Math.abs(down)) moveBy(across < 0 ? 1 : -1)
  }

  return (
    <Dialog isOpen size="large" title={photo.name} onClose={onClose}>
      {/* Focusable, so that arrow keys work after a click on the photo. */}
      <section aria-label={t`Photos`} tabIndex={-1} className={styles.lightbox} onKeyDown={moveByKey}>
        <div
          className={styles.stage}
          data-zoomed={isZoomed || undefined}
          onPointerDown={startSwipe}
          onPointerUp={endSwipe}
          onPointerCancel={() => {
            swipe.current = null
          }}
        >
          <MediaImage key={photo.src} src={photo.src} alt={photo.name} picture={photo.picture} sizes={SIZES} />
        </div>
        <div className={styles.bar}>
          {/* `disabled` would take the focus from a button that is pressed up to the end. */}
          <IconButton
            label={t`Previous photo`}
            icon={<ChevronLeft aria-hidden="true" />}
            aria-disabled={isFirst || undefined}
            onClick={() => moveBy(-1)}
          />
          <p role="status" className={styles.count}>
            <span className={styles.name}>{photo.name} </span>
            <span>
              {index + 1} / {photos.length}
            </span>
          </p>
          <IconButton
            label={t`Next photo`}
            icon={<ChevronRight aria-hidden="true" />}
            aria-disabled={isLast || undefined}
            onClick={() => moveBy(1)}
          />
          <Button autoFocus onClick={onClose}>
            {t`Close`}
          </Button>
        </div>
      </section>
    </Dialog>
  )
}

/** Whether the user has zoomed in by two fingers. A movement then shows another part of the photo. */
function readZoom(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1
}

function watchZoom(onChange: () => void): () => void {
  window.visualViewport?.addEventListener('resize', onChange)
  return () => window.visualViewport?.removeEventListener('resize', onChange)
}
