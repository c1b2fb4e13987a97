import { useLingui } from '@lingui/react/macro'
import { zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import { isDonorId } from '@sevadesk/contract/donors/donor.ts'
import { GIFT_MODES, type GiftMode } from '@sevadesk/contract/gifts/offline-gift.ts'
import type { Gift } from '@sevadesk/contract/gifts/offline-gift-schemas.ts'
import { useLinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import ArrowLeft from '~icons/lucide/arrow-left'
import CircleCheck from '~icons/lucide/circle-check'
import { useAddressValues } from '../../../address/use-address-values.ts'
import { readRecord, readText } from '../../../api/records/fields.ts'
import { useMe } from '../../../session/use-me.ts'
import { useTrust } from '../../../ui/base/trust.tsx'
import { formatMoney } from '../../../ui/format/money.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { currentReceipt } from './current-receipt.ts'
import { useLeafText } from './gift-details.tsx'
import { type DonorOption, useGiftDonor } from './gift-donor-queries.ts'
import { type GiftDraft, newGiftDraft } from './gift-draft.ts'
import styles from './gift-form.module.css'
import { GiftForm, LoadedPart } from './gift-form.tsx'
import { type GiftChoices, useGiftChoices } from './gift-queries.ts'
import { ReceiptDownload } from './gift-receipts.tsx'

const PREFIX = 'sevadesk_gift'

/** What the account chose for its last gift in this browser. */
interface LastChoices {
  mode: GiftMode
  /** Empty without one. */
  purposeId: string
}

/** Enters gifts, one after the other. */
export function GiftEntryPage() {
  const { t } = useLingui()
  const choices = useGiftChoices()
  const [{ donor: donorId = '' }] = useAddressValues(['donor'])
  const donor = useGiftDonor(donorId)
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
      <LoadedPart queries={isDonorId(donorId) ? [choices, donor] : [choices]}>
        {choices.data && <Entry choices={choices.data} donor={donor.data} />}
      </LoadedPart>
    </>
  )
}

interface EntryProps {
  choices: GiftChoices
  /** Of the first gift. */
  donor: DonorOption | undefined
}

/** After a save, a new form stands there for the next gift. */
function Entry({ choices, donor }: EntryProps) {
  const { t } = useLingui()
  const me = useMe()
  const account = me?._id || me?.username || ''
  const { timeZone } = useTrust()
  const [saved, setSaved] = useState<Gift>()
  const [entry, setEntry] = useState(() => ({ number: 0, initial: startOfFirst() }))

  function startOfFirst(): GiftDraft {
    const start = startNow(readLastChoices(account))
    return donor ? { ...start, donorId: donor.id, donorText: donor.name || t`No name` } : start
  }

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

function readLastChoices(account: string): LastChoices {
  const { mode, purposeId } = readRecord(readStored(account))
  return { mode: GIFT_MODES.find((each) => each === mode) ?? 'cash', purposeId: readText(purposeId) }
}

/** Does nothing without storage, as in a private window. */
function storeLastChoices(account: string, { mode, purposeId }: LastChoices): void {
  try {
    localStorage.setItem(`${PREFIX} ${account}`, JSON.stringify({ mode, purposeId }))
  } catch {}
}

function readStored(account: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`${PREFIX} ${account}`) ?? '')
  } catch {
    return undefined
  }
}

/** Says what was saved last, above the form for the next gift. The live region is always there. */
function SavedGift({ gift }: { gift: Gift | undefined }) {
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
