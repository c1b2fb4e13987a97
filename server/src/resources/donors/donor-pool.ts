import { nameKey } from '@sevadesk/contract/donors/donor-identity.ts'
import { normalisePan, panProblem } from '@sevadesk/contract/donors/pan.ts'
import { emailKey } from '../../text/email.ts'
import { phoneKey } from '../../text/phone.ts'
import type { StoredDonor } from './donor-form.ts'
import type { Gift } from './donor-gift-store.ts'

/** What identifies who gave; empty for what the gift does not say. */
export interface GiftKeys {
  pan: string
  phone: string
  email: string
  name: string
}

export function keysOf(gift: Gift): GiftKeys {
  const email = emailKey(gift.donor_email ?? '')
  return {
    pan: panKey(gift.donor_pan ?? ''),
    phone: phoneKey(gift.donor_phone ?? ''),
    email: email.includes('@') ? email : '',
    name: nameKey(gift.donor_name ?? ''),
  }
}

/** Empty for a text that is no PAN, such as the example of a form: several people may type it. */
export function panKey(text: string): string {
  const pan = normalisePan(text)
  return panProblem(pan, 'unknown') ? '' : pan
}

/** Whether nothing but a name is known, by which no donor is found. */
export function isAnonymous({ pan, phone, email }: GiftKeys): boolean {
  return pan === '' && phone === '' && email === ''
}

/** The donors that gifts may belong to, by what identifies them. */
export class DonorPool {
  readonly #byPan = new Map<string, StoredDonor>()
  readonly #byContact = new Map<string, StoredDonor[]>()
  readonly #givenPans = new Map<string, Set<string>>()
  readonly #givers = new Map<string, Set<StoredDonor>>()

  add(donor: StoredDonor): void {
    if (donor.pan !== null) this.#byPan.set(donor.pan, donor)
    for (const key of contactKeys(donor)) {
      const others = this.#byContact.get(key) ?? []
      if (!others.includes(donor)) this.#byContact.set(key, [...others, donor])
    }
  }

  /** Also finds the donor by the PAN of a record that was merged into it. */
  addPan(pan: string, donor: StoredDonor): void {
    if (!this.#byPan.has(pan)) this.#byPan.set(pan, donor)
  }

  /** Keeps the PAN of a gift, which the donor's record need not have. */
  addGift(donor: StoredDonor, pan: string): void {
    if (pan === '') return
    this.#givenPans.set(donor.id, (this.#givenPans.get(donor.id) ?? new Set()).add(pan))
    this.#givers.set(pan, (this.#givers.get(pan) ?? new Set()).add(donor))
  }

  /**
   * By PAN, else by the PAN of an earlier gift, else phone, else e-mail. Never by name alone, nor by
   * a phone if the PANs differ.
   */
  find(keys: GiftKeys): StoredDonor | undefined {
    const byPan = keys.pan === '' ? undefined : this.#byPan.get(keys.pan)
    return (
      byPan ?? this.#findGiver(keys.pan) ?? this.#findByContact('phone', keys) ?? this.#findByContact('email', keys)
    )
  }

  /** The only donor with gifts of this PAN, if neither its record nor its gifts name another. */
  #findGiver(pan: string): StoredDonor | undefined {
    const [giver, ...others] = this.#givers.get(pan) ?? []
    if (!giver || others.length > 0) return undefined
    return giver.pan === null && this.#pansOf(giver).length === 1 ? giver : undefined
  }

  #findByContact(kind: 'phone' | 'email', keys: GiftKeys): StoredDonor | undefined {
    const candidates = this.#candidates(kind, keys)
    return candidates.find((donor) => namesOf(donor).includes(keys.name)) ?? candidates[0]
  }

  #candidates(kind: 'phone' | 'email', keys: GiftKeys): StoredDonor[] {
    if (keys[kind] === '') return []
    const all = this.#byContact.get(`${kind} ${keys[kind]}`) ?? []
    return all.filter((donor) => isAlike(this.#pansOf(donor), keys.pan === '' ? [] : [keys.pan]))
  }

  /** The PAN of the record, else those of its gifts. */
  #pansOf({ id, pan }: StoredDonor): string[] {
    return pan === null ? [...(this.#givenPans.get(id) ?? [])] : [pan]
  }

  /** Other donors with the gift's phone or e-mail, unless their PAN differs from that of `donor`. */
  findOthers(keys: GiftKeys, donor: StoredDonor): { other: StoredDonor; reason: 'phone' | 'email' }[] {
    const kinds = ['phone', 'email'] as const
    return kinds.flatMap((reason) =>
      this.#candidates(reason, keys)
        .filter((other) => other !== donor && isAlike(this.#pansOf(other), this.#pansOf(donor)))
        .map((other) => ({ other, reason })),
    )
  }
}

/** Whether both may be one person: one has no PAN, or they have one in common. */
function isAlike(pans: readonly string[], others: readonly string[]): boolean {
  return pans.length === 0 || others.length === 0 || pans.some((pan) => others.includes(pan))
}

export function namesOf({ name, otherNames }: StoredDonor): string[] {
  return [name, ...otherNames].map(nameKey)
}

function contactKeys({ phones, emails }: StoredDonor): string[] {
  return [...phones.map((phone) => `phone ${phoneKey(phone)}`), ...emails.map((email) => `email ${emailKey(email)}`)]
}
