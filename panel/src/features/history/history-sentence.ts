import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { HistoryAction } from '@sevadesk/contract/records/history.ts'
import type { HistoryEntry } from '@sevadesk/contract/records/history-schemas.ts'
import { useTrust } from '../../ui/base/trust.tsx'
import { formatDate, formatDay } from '../../ui/format/date-time.tsx'
import { formatMoney, UNKNOWN } from '../../ui/format/money.tsx'
import { useFieldName } from './history-fields.ts'
import { isFile, useFieldValue } from './history-values.ts'

/** Longer values are only in the details. */
const VALUE_MAX = 40

/** Says in one sentence who did what. */
export function useHistorySentence(): (entry: HistoryEntry) => string {
  const { t } = useLingui()
  const actionSentence = useActionSentence()
  const changes = useChanges()
  return (entry) => {
    const changed = changes(entry)
    const sentence = changed ? `${actionSentence(entry)}: ${changed}` : actionSentence(entry)
    // Hindi ends a sentence with a danda.
    return t`${sentence}.`
  }
}

type ActorNameUse = 'in a sentence' | 'alone'

/** Says who acted: an account, a command or the server. In Hindi, the form depends on the use. */
export function useActorName(use: ActorNameUse): (entry: HistoryEntry) => string {
  const { t } = useLingui()
  const somebody = {
    'in a sentence': t({ message: 'Somebody', context: 'in a sentence' }),
    alone: t({ message: 'Somebody', context: 'alone' }),
  }
  const user = {
    'in a sentence': t({ message: 'A user', context: 'in a sentence' }),
    alone: t({ message: 'A user', context: 'alone' }),
  }
  return ({ actorId, username, command, isErased, action }) => {
    if (username) return username
    if (command) return t`The command ${command}`
    if (/refused$|code-missing$/.test(action)) return somebody[use]
    return isErased && actorId ? user[use] : t`The server`
  }
}

function useActionSentence(): (entry: HistoryEntry) => string {
  const { t, i18n } = useLingui()
  const actorName = useActorName('in a sentence')
  const addedGift = useAddedGift()
  const chequeName = useChequeName()
  const { timeZone } = useTrust()
  return (entry) => {
    const who = actorName(entry)
    const { action, recordId, details, command } = entry
    const { title } = entry
    const photo = title ? t`the photo “${title}”` : t`a photo`
    const video = title ? t`the video “${title}”` : t`a video`
    const event = title ? t`the event “${title}”` : t`an event`
    const purpose = title ? t`the purpose “${title}”` : t`a purpose`
    const institution = title ? t`the institution “${title}”` : t`an institution`
    const year = shownText(details.year)
    const mapped = Number(details.donations ?? 0)
    const donor = entry.title || t`Anonymous`
    const account = entry.title || recordId || t`an unknown account`
    const amount = formatMoney(details.amount, details.currency, i18n.locale)
    const cheque = chequeName(entry)
    const count = Number(details.count ?? 0)
    const other = String(details.mergedName || details.otherName || t`Anonymous`)
    const bookDay = formatDay(String(details.day), i18n.locale)
    const [gifts, donors] = [Number(details.gifts ?? 0), Number(details.donors ?? 0)]
    const backupTime = formatDate(details.takenAt, 'date-time', timeZone, i18n.locale)
    const receipt = typeof details.receiptNumber === 'string' ? details.receiptNumber : UNKNOWN
    const [series, first, last] = [details.series, details.first, details.last].map(shownText)
    const sentences: Readonly<Record<HistoryAction, () => string>> = {
      'photo.added': () => t`${who} added ${photo}`,
      'photo.changed': () => t`${who} changed ${photo}`,
      'photo.deleted': () => t`${who} deleted ${photo}`,
      'photo.erased': () => t`${who} deleted ${photo} for good`,
      'photo.restored': () => t`${who} restored ${photo}`,
      'home-video.added': () => t`${who} added ${video}`,
      'home-video.changed': () => t`${who} changed ${video}`,
      'home-video.deleted': () => t`${who} deleted ${video}`,
      'home-video.erased': () => t`${who} deleted ${video} for good`,
      'home-video.restored': () => t`${who} restored ${video}`,
      'event.added': () => t`${who} added ${event}`,
      'event.changed': () => t`${who} changed ${event}`,
      'event.deleted': () => t`${who} deleted ${event}`,
      'event.erased': () => t`${who} deleted ${event} for good`,
      'event.restored': () => t`${who} restored ${event}`,
      'message.deleted': () => t`${who} deleted a message`,
      'message.erased': () => t`${who} deleted a message for good`,
      'message.restored': () => t`${who} restored a message`,
      'admin.added': () => t`${who} added the account ${account}`,
      'admin.changed': () => t`${who} changed the account ${account}`,
      'admin.deleted': () => t`${who} deleted the account ${account}`,
      'admin.erased': () => t`${who} deleted the account ${account} for good`,
      'admin.restored': () => t`${who} restored the account ${account}`,
      'admin.password-changed': () => t`${who} changed their own password`,
      'admin.language-changed': () => t`${who} changed the language of the panel`,
      'admin.password-refused': () => t`${who} typed a wrong current password for ${account} (times: ${count})`,
      'admin.second-step-on': () => t`${who} set up two-step sign-in`,
      'admin.second-step-off': () =>
        command ? t`${who} turned off two-step sign-in for ${account}` : t`${who} turned off two-step sign-in`,
      'admin.recovery-codes-renewed': () => t`${who} created new recovery codes`,
      'admin.recovery-code-used': () => t`${who} used a recovery code`,
      'session.opened': () => t`${who} logged in`,
      'session.closed': () => t`${who} logged out`,
      'session.ended': () => t`${who} ended another of their logins`,
      'session.others-ended': () => t`${who} ended all other logins (${count})`,
      'session.deleted': () => t`${who} deleted an ended login from the list`,
      'session.trust-ended': () => t`${who} ended the trust in a device`,
      'session.refused': () =>
        recordId
          ? t`${who} tried to log in as ${account} and was refused (times: ${count})`
          : t`${who} tried to log in with an unknown name and was refused (times: ${count})`,
      'session.code-missing': () =>
        t`${who} entered the correct password of ${account}, but not the code (times: ${count})`,
      'donation.paid': () => t`A donation of ${amount} was paid. Receipt: ${receipt}`,
      'donation.deleted': () => t`${who} deleted a donation of ${amount} by ${donor}`,
      'donation.restored': () =>
        details.amount === undefined
          ? t`${who} restored a donation`
          : t`${who} restored a donation of ${amount} by ${donor}`,
      'donation.exported': () => t`${who} exported the donations as a file`,
      'donation.exported-for-accountant': () => t`${who} exported the donations for the accountant, with full PANs`,
      'donation.failed': () => t`A donation was marked as not paid`,
      'donation.pan-shown': () => t`${who} opened the full PAN of a donation by ${donor}`,
      'donation.refunded': () => t`A donation was refunded: ${amount}`,
      'donation.refunded-in-part': () => t`A donation was refunded in part: ${amount}`,
      'donation.refund-failed': () => t`A refund failed, and the money is back with the trust: ${amount}`,
      'donation.receipt-cancelled': () => t`${who} cancelled the receipt ${receipt} because the dispute was lost`,
      'gift.added': () => addedGift(entry, who),
      'gift.corrected': () => t`${who} corrected a gift by ${donor}`,
      'gift.receipt-renewed': () =>
        t`${who} issued the new receipt ${receipt} for a gift by ${donor}, with the donor’s details of that day`,
      'gift.deposited': () => t`${who} noted that a ${cheque} of ${amount} by ${donor} was deposited`,
      'gift.cleared': () => t`${who} noted that a ${cheque} of ${amount} by ${donor} was cleared`,
      'gift.bounced': () => t`${who} noted that a ${cheque} of ${amount} by ${donor} bounced`,
      'gift.deposited-undone': () => t`${who} took back that a ${cheque} of ${amount} by ${donor} was deposited`,
      'gift.cleared-undone': () => t`${who} took back that a ${cheque} of ${amount} by ${donor} was cleared`,
      'gift.bounced-undone': () => t`${who} took back that a ${cheque} of ${amount} by ${donor} bounced`,
      'donor.added': () => t`${who} added the donor ${donor}`,
      'donor.changed': () => t`${who} changed the donor ${donor}`,
      'donor.pan-shown': () => t`${who} opened the full identity numbers of the donor ${donor}`,
      'donor.matched': () => t`Earlier gifts got their donors: ${gifts} gifts, ${donors} new donors`,
      'donor.merged': () => t`${who} merged the donor ${other} into ${donor}`,
      'donor.merge-undone': () => t`${who} undid the merge of the donor ${other} into ${donor}`,
      'donor.duplicate-dismissed': () => t`${who} noted that ${donor} and ${other} are not the same donor`,
      'certificate.added': () => t`${who} added a certificate of ${donor} for ${year}`,
      'certificate.deleted': () => t`${who} deleted a certificate of ${donor} for ${year}`,
      'certificate.downloaded': () => t`${who} downloaded a certificate of ${donor} for ${year}`,
      'certificate.erased': () => t`${who} deleted a certificate of ${donor} for ${year} for good`,
      'certificate.restored': () => t`${who} restored a certificate of ${donor} for ${year}`,
      'cash-book.closed': () => t`${who} closed the cash book up to ${bookDay}`,
      'deposit-slip.added': () =>
        t`${who} deposited ${plural(gifts, { one: '# gift', other: '# gifts' })} of ${amount} at the bank`,
      'deposit-slip.cancelled': () => t`${who} cancelled a deposit slip of ${amount}`,
      'payment.held': () => t`A payment of ${amount} was held for a check`,
      'payment.resolved': () => t`A held payment was refunded or cancelled`,
      'payment.recorded': () => t`${who} recorded a held payment of ${amount}`,
      'payment.marked-refunded': () => t`${who} marked a held payment of ${amount} as refunded`,
      'payment.dispute-open': () => t`The donor’s bank disputes a payment: ${amount}`,
      'payment.dispute-won': () => t`A dispute was won or closed: ${amount}`,
      'payment.dispute-lost': () => t`A dispute was lost: ${amount}`,
      'receipt.opened': () => t`${who} opened the receipt ${receipt}`,
      'receipt.voided': () => t`Receipts ${first} to ${last} of ${series} became void when a backup was restored`,
      'settings.recorded': () => t`The details of the trust were recorded`,
      'purpose.added': () => t`${who} added ${purpose}`,
      'purpose.changed': () => t`${who} changed ${purpose}`,
      'purpose.retired': () => t`${who} retired ${purpose}`,
      'purpose.restored': () => t`${who} brought back ${purpose}`,
      'purpose.ordered': () => t`${who} changed the order of the purposes`,
      'purpose.mapped': () => t`${who} mapped old purposes to ${purpose} (donations: ${mapped})`,
      'institution.added': () => t`${who} added ${institution}`,
      'institution.changed': () => t`${who} changed ${institution}`,
      'institution.retired': () => t`${who} retired ${institution}`,
      'institution.restored': () => t`${who} brought back ${institution}`,
      'institution.ordered': () => t`${who} changed the order of the institutions`,
      'settings.changed': () =>
        entry.username ? t`${who} changed the settings` : t`The details of the trust were changed`,
      'settings.exported': () => t`${who} exported the settings as a file`,
      'backup.taken': () => t`${who} took a backup`,
      'backup.restored': () => t`A backup of ${backupTime} was restored`,
      'history.thinned': () => t`Details of old logins were removed from the history`,
      'history.erased': () => t`${who} erased the history of a record`,
      'history.end-accepted': () => t`The present end of the history was accepted as the right one`,
      'history.head-sealed': () => t`The end of the history is protected from here on`,
      'history.exported': () => t`${who} exported the history as a file`,
    }
    return new Map<string, () => string>(Object.entries(sentences)).get(action)?.() ?? `${who}: ${action}`
  }
}

function shownText(value: unknown): string {
  return String(value ?? UNKNOWN)
}

function useChequeName(): (entry: HistoryEntry) => string {
  const { t } = useLingui()
  return ({ details }) => (details.mode === 'draft' ? t`demand draft` : t`cheque`)
}

function useAddedGift(): (entry: HistoryEntry, who: string) => string {
  const { t, i18n } = useLingui()
  return ({ title, details }, who) => {
    const donor = title || t`Anonymous`
    const amount = formatMoney(details.amount, details.currency, i18n.locale)
    const item = String(details.item ?? UNKNOWN)
    if (details.mode === 'in_kind') return t`${who} entered a gift in kind by ${donor}: ${item}`
    if (details.mode === 'collection') return t`${who} entered a collection of ${amount}`
    return t`${who} entered a gift of ${amount} by ${donor}`
  }
}

/** Describes one changed field with its values, or lists the names of several. */
function useChanges(): (entry: HistoryEntry) => string | undefined {
  const { t } = useLingui()
  const fieldName = useFieldName()
  const fieldValue = useFieldValue()
  return (entry) => {
    const { before, after } = entry
    const names = Object.keys(after).filter((name) => name in before)
    const [name, ...others] = names
    if (name === undefined) return undefined
    const values = [before, after].map((fields) => fieldValue(name, fields[name], fields))
    const [from = '', to = ''] = values
    const isShort = !isFile(name) && values.every((value) => value.length <= VALUE_MAX)
    const field = fieldName(name)
    if (others.length === 0 && isShort) return t`${field} from “${from}” to “${to}”`
    return names.map(fieldName).join(', ')
  }
}
