import { useLingui } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { toast as raise, resolveValue, useToaster } from 'react-hot-toast/headless'
import CircleAlert from '~icons/lucide/circle-alert'
import CircleCheck from '~icons/lucide/circle-check'
import Info from '~icons/lucide/info'
import X from '~icons/lucide/x'
import styles from './toast.module.css'

/** Success toasts stay 2 s, others 4 s, at most 20 at once (specification, section 9). */
export const toast = {
  success: (message: string) => replaceEqual(`success ${message}`, () => raise.success(message)),
  error: (message: string) => replaceEqual(`error ${message}`, () => raise.error(message)),
  plain: (message: string) => replaceEqual(`plain ${message}`, () => raise(message)),
}

const lastIds = new Map<string, string>()

/**
 * A repeated message replaces its toast, so that it is shown once and announced again. Reusing the
 * id would do neither, and the timer of a dismissed toast would remove the new one.
 */
function replaceEqual(key: string, show: () => string): void {
  const lastId = lastIds.get(key)
  if (lastId !== undefined) raise.remove(lastId)
  lastIds.set(key, show())
}

/** Renders the toasts, also above an open dialog. Render it once, beside the app. */
export function Toaster() {
  const { t } = useLingui()
  const { toasts, handlers } = useToaster()
  const toaster = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (toasts.length > 0 ? keepAboveButtons(toaster.current) : undefined), [toasts])
  // Removing a toast under the pointer, or with the focus, does not end its pause. The next would stay for ever.
  useEffect(() => {
    if (toasts.length === 0) handlers.endPause()
  }, [toasts.length, handlers])
  return (
    <div
      ref={toaster}
      className={styles.toaster}
      role="status"
      aria-live="polite"
      aria-atomic="false"
      data-react-aria-top-layer="true"
      data-print="no"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts
        .filter((item) => item.visible)
        .map((item) => (
          <div key={item.id} className={styles.toast} data-tone={item.type}>
            <span className={styles.icon} aria-hidden="true">
              <ToneIcon tone={item.type} />
            </span>
            <p>{resolveValue(item.message, item)}</p>
            <button
              type="button"
              className={styles.close}
              aria-label={t`Close message`}
              title={t`Close message`}
              onClick={() => {
                handlers.endPause()
                raise.dismiss(item.id)
              }}
            >
              <X aria-hidden="true" />
            </button>
          </div>
        ))}
    </div>
  )
}

/**
 * Keeps the toasts above the buttons at the end of the window: bars with `data-toasts="above"`, and the
 * last row of buttons of a dialog. Nothing else moves. Returns a function that ends it.
 */
function keepAboveButtons(toaster: HTMLElement | null): (() => void) | undefined {
  if (!toaster) return undefined
  const update = () => {
    let end = window.innerHeight
    const boxes = buttonRows().map((row) => row.getBoundingClientRect())
    for (const { top, bottom, height } of boxes.sort((a, b) => b.bottom - a.bottom)) {
      const isInTheWay = top < end && bottom > end - toaster.offsetHeight
      if (isInTheWay && height < window.innerHeight / 2) end = top
    }
    toaster.style.insetBlockEnd = `${window.innerHeight - end}px`
  }
  update()
  const observer = new MutationObserver(update)
  observer.observe(document.body, { childList: true, subtree: true })
  addEventListener('scroll', update, true)
  addEventListener('resize', update)
  return () => {
    observer.disconnect()
    removeEventListener('scroll', update, true)
    removeEventListener('resize', update)
  }
}

function buttonRows(): Element[] {
  const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')]
  const lastRows = dialogs.flatMap((dialog) => [...dialog.querySelectorAll('button')].at(-1)?.parentElement ?? [])
  const rows = [...document.querySelectorAll('[data-toasts="above"]'), ...lastRows]
  return rows.filter((row) => !row.closest('[inert], [aria-hidden="true"]'))
}

function ToneIcon({ tone }: { tone: string }) {
  if (tone === 'success') return <CircleCheck />
  if (tone === 'error') return <CircleAlert />
  return <Info />
}
