import { useLingui } from '@lingui/react/macro'
import { toast as raise, resolveValue, useToaster } from 'react-hot-toast/headless'
import CircleAlert from '~icons/lucide/circle-alert'
import CircleCheck from '~icons/lucide/circle-check'
import Info from '~icons/lucide/info'
import X from '~icons/lucide/x'
import styles from './toast.module.css'

/** Success toasts stay 2 s, others 4 s, at most 20 at once (specification, section 9). */
export const toast = {
  success: (message: string) => raise.success(message),
  error: (message: string) => raise.error(message),
  plain: (message: string) => raise(message),
}

/** Renders the toasts, also above an open dialog. Render it once, beside the app. */
export function Toaster() {
  const { t } = useLingui()
  const { toasts, handlers } = useToaster()
  return (
    <div
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

function ToneIcon({ tone }: { tone: string }) {
  if (tone === 'success') return <CircleCheck />
  if (tone === 'error') return <CircleAlert />
  return <Info />
}
