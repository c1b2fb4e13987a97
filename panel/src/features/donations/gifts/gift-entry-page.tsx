import { useLingui } from '@lingui/react/macro'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useLinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import ArrowLeft from '~icons/lucide/arrow-left'
import { useMe } from '../../../session/use-me.ts'
import { useTrust } from '../../../ui/base/trust.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type GiftDraft, newGiftDraft } from './gift-draft.ts'
import { GiftForm } from './gift-form.tsx'
import { type GiftChoices, useGiftChoices } from './gift-queries.ts'
import { type LastChoices, readLastChoices, storeLastChoices } from './last-choices.ts'
import { LoadedPart } from './loaded-part.tsx'
import { SavedGift } from './saved-gift.tsx'

/** Enters gifts, one after the other. */
export function GiftEntryPage() {
  const { t } = useLingui()
  const choices = useGiftChoices()
  const { href = '', onClick } = useLinkProps({ to: '/donations' })
  return (
    <>
      <PageHeader
        title={t`Enter a gift`}
        purpose={t`Cash, cheques and all else that did not come by Razorpay.`}
        action={
          <ButtonLink href={href} onClick={onClick} icon={<ArrowLeft aria-hidden="true" />}>
            {t`All donations`}
          </ButtonLink>
        }
      />
      <LoadedPart queries={[choices]}>{choices.data && <Entry choices={choices.data} />}</LoadedPart>
    </>
  )
}

/** After a save, a new form stands there for the next gift. */
function Entry({ choices }: { choices: GiftChoices }) {
  const me = useMe()
  const account = me?._id || me?.username || ''
  const { timeZone } = useTrust()
  const [saved, setSaved] = useState<Gift>()
  const [entry, setEntry] = useState(() => ({ number: 0, initial: startNow(readLastChoices(account)) }))

  function startNow(last: LastChoices): GiftDraft {
    return startOf(last, choices, zonedDate(Date.now(), timeZone))
  }

  function prepareNext(gift: Gift) {
    const last = { mode: gift.mode, purposeId: gift.purposeId ?? '' }
    storeLastChoices(account, last)
    setSaved(gift)
    setEntry(({ number }) => ({ number: number + 1, initial: startNow(last) }))
  }

  return (
    <>
      <SavedGift gift={saved} />
      <GiftForm key={entry.number} initial={entry.initial} choices={choices} onSaved={prepareNext} />
    </>
  )
}

function startOf({ mode, purposeId }: LastChoices, { purposes }: GiftChoices, today: string): GiftDraft {
  const purpose = purposes.find(({ _id, isRetired }) => _id === purposeId && !isRetired)
  return newGiftDraft(mode, today, {
    purposeId: purpose?._id ?? '',
    institutionId: purpose?.institutionId ?? '',
    donationType: purpose?.donationType ?? 'general',
  })
}
