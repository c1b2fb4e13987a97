import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Donor, DonorMerge } from '@sevadesk/contract/donors/donor-schemas.ts'
import Undo from '~icons/lucide/undo-2'
import { Button } from '../../ui/base/button.tsx'
import { useTrust } from '../../ui/base/trust.tsx'
import { useConfirm } from '../../ui/dialog/confirm.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { formatDate } from '../../ui/format/date-time.tsx'
import { useNameOf } from './donor-link.tsx'
import styles from './donor-parts.module.css'
import { useUndoMerge } from './donor-queries.ts'

/** The merges into a donor that can still be undone, the newest first. */
export function DonorMerges({ merges, survivor }: { merges: readonly DonorMerge[]; survivor: Donor }) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const { confirm } = useConfirm()
  const undo = useUndoMerge()
  const { timeZone } = useTrust()
  const { i18n } = useLingui()

  async function ask(merge: DonorMerge) {
    const [name, survivorName] = [nameOf(merge), nameOf(survivor)]
    const confirmed = await confirm({
      title: t`Undo the merge?`,
      text: t`${name} gets the gifts and certificates back. What was changed in ${survivorName} since the merge stays.`,
      confirmLabel: t`Undo merge`,
    })
    if (confirmed) undo.mutate(merge._id)
  }

  return merges.map((merge, at) => {
    const name = nameOf(merge)
    const until = formatDate(merge.undoUntil, 'date', timeZone, i18n.locale)
    const gifts = plural(merge.gifts, { one: '# gift', other: '# gifts' })
    return (
      <div key={merge._id} className={styles.notice}>
        <p className={styles.bar}>
          <span>{t`${name} was merged into this record with ${gifts}. This can be undone until ${until}.`}</span>
          {at === 0 ? (
            <Button icon={<Undo aria-hidden="true" />} isPending={undo.isPending} onClick={() => void ask(merge)}>
              {t`Undo merge`}
            </Button>
          ) : (
            <span className={styles.quiet}>{t`Undo the later merge first.`}</span>
          )}
        </p>
        {undo.isError && undo.variables === merge._id && undo.error.message && (
          <ErrorLine>{undo.error.message}</ErrorLine>
        )}
      </div>
    )
  })
}
