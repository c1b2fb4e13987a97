import { useLingui } from '@lingui/react/macro'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useLinkProps } from '@tanstack/react-router'
import CircleCheck from '~icons/lucide/circle-check'
import { formatMoney } from '../../../ui/format/money.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { currentReceipt } from './current-receipt.ts'
import styles from './gift-form.module.css'
import { ReceiptDownload } from './receipt-download.tsx'
import { useLeafText } from './use-leaf-text.ts'

/** Says what was saved last, above the form for the next gift. The live region is always there. */
export function SavedGift({ gift }: { gift: Gift | undefined }) {
  return (
    <div className={gift && styles.saved}>
      <div role="status">{gift && <Sentence gift={gift} />}</div>
      {gift && <Actions gift={gift} />}
    </div>
  )
}

function Sentence({ gift }: { gift: Gift }) {
  const { t, i18n } = useLingui()
  const leafText = useLeafText()
  const { mode, amount, item, donorName } = gift
  const number = currentReceipt(gift)?.number
  const what = mode === 'in_kind' ? item : formatMoney(amount, 'INR', i18n.locale).replace(/\.00$/, '')
  const donor = mode === 'collection' ? '' : donorName || t`Anonymous`
  const receipt = number === undefined ? leafText(gift) || t`Saved without a receipt` : t`Receipt ${number}`
  const facts = [receipt, what, donor]
  return (
    <p className={styles.savedText}>
      <CircleCheck aria-hidden="true" />
      <span>{facts.filter(Boolean).join(' · ')}</span>
    </p>
  )
}

function Actions({ gift }: { gift: Gift }) {
  const { t } = useLingui()
  const receipt = currentReceipt(gift)
  const { href = '', onClick } = useLinkProps({ to: '/donations', search: { open: gift._id } })
  return (
    <div className={styles.bar}>
      {receipt && <ReceiptDownload giftId={gift._id} receipt={receipt} />}
      <ButtonLink href={href} onClick={onClick}>
        {t({ message: 'Open', context: 'the details of a gift' })}
      </ButtonLink>
    </div>
  )
}
