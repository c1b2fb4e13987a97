import { useLingui } from '@lingui/react/macro'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useLinkProps, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import ArrowLeft from '~icons/lucide/arrow-left'
import { toast } from '../../../ui/base/toast.tsx'
import { formatDay } from '../../../ui/format/date-time.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { currentReceipt } from './current-receipt.ts'
import { draftOfGift } from './gift-draft.ts'
import { GiftForm, LoadedPart } from './gift-form.tsx'
import { type GiftChoices, type SavedGift, useGift, useGiftChoices } from './gift-queries.ts'

/** Corrects a gift that was entered by hand. */
export function GiftEditPage() {
  const { t } = useLingui()
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const gift = useGift(id)
  const choices = useGiftChoices()
  const { href = '', onClick } = useLinkProps({ to: '/donations', search: { open: id } })
  return (
    <>
      <PageHeader
        title={t`Correct a gift`}
        purpose={t`The mode of a gift stays. If it is wrong, delete the gift and enter it again.`}
        action={
          <ButtonLink href={href} onClick={onClick} icon={<ArrowLeft aria-hidden="true" />}>
            {t`Back to the donation`}
          </ButtonLink>
        }
      />
      <LoadedPart queries={[gift, choices]}>
        {gift.data && choices.data && <Correction key={id} gift={gift.data} choices={choices.data} />}
      </LoadedPart>
    </>
  )
}

/** Begins from the gift as it was when the page opened: a refetch must not change what is typed. */
function Correction({ gift, choices }: { gift: Gift; choices: GiftChoices }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [initial] = useState(() => draftOfGift(gift))
  const receiptNumber = currentReceipt(gift)?.number

  function leave({ _id, bookedOn = null, receivedOn }: SavedGift) {
    const day = bookedOn && formatDay(bookedOn, i18n.locale)
    toast.success(day && bookedOn !== receivedOn ? t`Gift corrected in the cash book of ${day}` : t`Gift corrected`)
    // The form is still there with its changes, which are saved.
    void navigate({ to: '/donations', search: { open: _id }, replace: true, ignoreBlocker: true })
  }

  return (
    <GiftForm
      initial={initial}
      choices={choices}
      receiptNumber={receiptNumber}
      booksClosedUpTo={gift.booksClosedUpTo}
      onSaved={leave}
    />
  )
}
