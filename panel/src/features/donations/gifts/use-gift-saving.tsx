import { useLingui } from '@lingui/react/macro'
import type { GiftWarning } from '@sevadesk/contract/gifts/offline-gift.ts'
import { useRef } from 'react'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import type { GiftDraft } from './gift-draft.ts'
import styles from './gift-form.module.css'
import { type SavedGift, useSaveGift, type Warning } from './gift-queries.ts'

/** The user chose to check the gift again: nothing was saved. */
export class UnconfirmedError extends Error {}

/** Saves a gift, and asks about the server's warnings first. Rejects unless the gift was saved. */
export function useGiftSaving(): (draft: GiftDraft) => Promise<SavedGift> {
  const { t } = useLingui()
  const { confirm } = useConfirm()
  const save = useSaveGift()
  /** A save that is repeated after a lost response must send the same, or it could be saved twice. */
  const last = useRef<{ draft: GiftDraft; confirmed: readonly GiftWarning[] }>(undefined)

  async function saveConfirmed(draft: GiftDraft, confirmed: readonly GiftWarning[]): Promise<SavedGift> {
    last.current = { draft, confirmed }
    const result = await save({ draft, confirmed })
    if (!('warnings' in result)) return result
    const focused = document.activeElement
    if (!(await confirmWarnings(result.warnings))) {
      if (focused instanceof HTMLElement) focused.focus()
      throw new UnconfirmedError()
    }
    return saveConfirmed(draft, [...new Set([...confirmed, ...result.warnings.map(({ code }) => code)])])
  }

  function confirmWarnings(warnings: readonly Warning[]): Promise<boolean> {
    return confirm({
      title: t`Save this gift?`,
      text: t`Please check it first:`,
      detail: (
        <ul className={styles.warnings}>
          {warnings.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      ),
      confirmLabel: t`Save anyway`,
      cancelLabel: t`Check again`,
    })
  }

  return (draft) => saveConfirmed(draft, last.current?.draft === draft ? last.current.confirmed : [])
}
