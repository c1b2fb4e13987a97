import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import Undo2 from '~icons/lucide/undo-2'
import X from '~icons/lucide/x'
import { Button } from '../base/button.tsx'
import { createStore } from '../base/create-store.ts'
import { IconButton } from '../layout/icon-button.tsx'
import { pageHeading } from '../layout/page-header.tsx'
import styles from './undo-bar.module.css'

/** How long Undo is offered without focus or pointer on it. */
const OFFER_MS = 10_000

interface Offer {
  /** What happened: "Your photo has been deleted." */
  text: string
  /** Resolves when it is undone and focus has moved; rejects after reporting the failure. */
  undo: () => Promise<unknown>
}

const current = createStore<(Offer & { id: number }) | undefined>(undefined)
let count = 0

/** Offers to undo the last deletion. A new offer replaces an older one. */
export function offerUndo(offer: Offer): void {
  count += 1
  current.set({ ...offer, id: count })
}

/** A newer offer stays. */
function withdraw(offer: Offer): void {
  if (current.get() === offer) current.set(undefined)
}

/** Renders the offer below the page. Render it once, at the end of the page's content. */
export function UndoBar() {
  const offer = current.use()
  // The offer belongs to the signed-in user.
  useEffect(() => () => current.set(undefined), [])
  return (
    // Always rendered: screen readers ignore a live region inserted together with its text.
    <div className={styles.region} role="status" data-print="no">
      {offer && <Bar key={offer.id} offer={offer} />}
    </div>
  )
}

function Bar({ offer }: { offer: Offer }) {
  const { t } = useLingui()
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [isPending, setPending] = useState(false)
  const remainingMs = useRef(OFFER_MS)
  const isHeld = hasPointer || hasFocus || isPending

  useEffect(() => {
    if (isHeld) return
    const startedAt = performance.now()
    const timer = setTimeout(withdraw, remainingMs.current, offer)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= performance.now() - startedAt
    }
  }, [isHeld, offer])

  const isBusy = useRef(false)
  const undo = useCallback(() => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(true)
    const keep = () => {
      isBusy.current = false
      setPending(false)
    }
    // A toast reports a failure. The user can try again.
    void offer.undo().then(() => withdraw(offer), keep)
  }, [offer])

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isUndoKey(event) || isTyping(event.target) || document.querySelector('[role$="dialog"]')) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [undo])

  const bar = useRef<HTMLFieldSetElement>(null)
  function close() {
    if (bar.current?.contains(document.activeElement)) pageHeading()?.focus({ preventScroll: true })
    withdraw(offer)
  }

  return (
    <fieldset
      ref={bar}
      className={styles.bar}
      data-toasts="above"
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <p className={styles.text}>{offer.text}</p>
      <Button
        icon={<Undo2 aria-hidden="true" />}
        isPending={isPending}
        aria-keyshortcuts="Control+Z Meta+Z"
        title={t`Undo (Ctrl+Z)`}
        onClick={undo}
      >
        {t`Undo`}
      </Button>
      <IconButton label={t`Close message`} icon={<X aria-hidden="true" />} onClick={close} />
    </fieldset>
  )
}

function isUndoKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  // A Devanagari layout has no letter Z: the key at its place counts.
  const isZ = key.toLowerCase() === 'z' || (code === 'KeyZ' && !/^[a-z]$/i.test(key))
  return isZ && ctrlKey !== metaKey && !shiftKey && !altKey
}

/** In a field, the keys undo typing. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
