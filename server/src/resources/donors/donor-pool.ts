import { emailKey, nameKey } from '@sevadesk/contract/donor-identity.ts'
import { normalisePan, panProblem } from '@sevadesk/contract/pan.ts'
import { phoneKey } from '@sevadesk/contract/phone.ts'
import type { Gift } from './donor-gift-store.ts'
import type { StoredDonor } from './stored-donor.ts'

/** What identifies who gave; empty for what the gift does not say. */
export interface GiftKeys {
  pan: string
  phone: string
  email: string
  name: string
}

export function keysOf(gift: Gift): GiftKeys {
  const email = emailKey(gift.donor_email ?? '')
  const pan = normalisePan(gift.donor_pan ?? '')
  return {
    // Several people may type the same text that is no PAN, such as the example of a form.
    pan: panProblem(pan, 'unknown') ? '' : pan,
    phone: phoneKey(gift.donor_phone ?? ''),
    email: email.includes('@') ? email : '',
    name: nameKey(gift.donor_name ?? ''),
  }
}

/** Whether nothing but a name is known, by which no donor is found. */
export function isAnonymous({ pan, phone, email }: GiftKeys): boolean {
  return pan === '' && phone === '' && email === ''
}

/** The donors that gifts may belong to, by what identifies them. */
export class DonorPool {
  readonly #byPan = new Map<string, StoredDonor>()
  readonly #byContact = new Map<string, StoredDonor[]>()

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

  /** By PAN, else phone, else e-mail. Never by name alone, nor by a phone if the PANs differ. */
  find(keys: GiftKeys): StoredDonor | undefined {
    const byPan = keys.pan === '' ? undefined : this.#byPan.get(keys.pan)
    return byPan ?? this.#findByContact('phone', keys) ?? this.#findByContact('email', keys)
  }

  #findByContact(kind: 'phone' | 'email', keys: GiftKeys): StoredDonor | undefined {
    const candidates = this.#candidates(kind, keys)
    return candidates.find((donor) => namesOf(donor).includes(keys.name)) ?? candidates[0]
  }

  #candidates(kind: 'phone' | 'email', keys: GiftKeys): StoredDonor[] {
    if (keys[kind] === '') return []
    const all = this.#byContact.get(`${kind} ${keys[kind]}`) ?? []
    return all.filter(({ pan }) => pan === null || keys.pan === '' || pan === keys.pan)
  }

  /** Other donors with the gift's phone or e-mail, unless their PAN differs from that of `donor`. */
  findOthers(keys: GiftKeys, donor: StoredDonor): { other: StoredDonor; reason: 'phone' | 'email' }[] {
    const kinds = ['phone', 'email'] as const
    return kinds.flatMap((reason) =>
      this.#candidates(reason, keys)
        .filter((other) => other !== donor && (other.pan === null || donor.pan === null))
        .map((other) => ({ other, reason })),
    )
  }
}

export function namesOf({ name, otherNames }: StoredDonor): string[] {
  return [name, ...otherNames].map(nameKey)
}

function contactKeys({ phones, emails }: StoredDonor): string[] {
  return [...phones.map((phone) => `phone ${phoneKey(phone)}`), ...emails.map((email) => `email ${emailKey(email)}`)]
}
