import { kindOfPan } from '@sevadesk/contract/donors/pan.ts'
import type { Db } from '../../db/db.ts'
import { newId } from '../../db/id.ts'
import { isPhone, normalisePhone } from '../../text/phone.ts'
import type { HistoryEntry } from '../history/history-service.ts'
import { EMPTY_DONOR, historyFields, type StoredDonor } from './donor-form.ts'
import { type Gift, listGivenPans, listGiversWithPans, updateDonors } from './donor-gift-store.ts'
import { findSurvivor, insertDuplicates, type NewDuplicate, nameDuplicate, pairDuplicate } from './donor-merge-store.ts'
import { DonorPool, type GiftKeys, isAnonymous, keysOf, namesOf, panKey } from './donor-pool.ts'
import * as store from './donor-store.ts'

interface Matches {
  /** Donor ids by gift id. An anonymous gift has none. */
  donorByGift: ReadonlyMap<string, string>
  /** The donors of gifts that match no donor. */
  added: readonly StoredDonor[]
}

/**
 * Finds or adds the donor of each gift, and links them. A gift never changes the record of a donor:
 * another name goes to the likely duplicates. The caller has locked the gifts.
 */
export async function matchGifts(transaction: Db, gifts: readonly Gift[]): Promise<Matches> {
  const named = gifts.map((gift) => ({ gift, keys: keysOf(gift) })).filter(({ keys }) => !isAnonymous(keys))
  if (named.length === 0) return { donorByGift: new Map(), added: [] }
  await store.lockDonors(transaction)
  const pool = await readPool(
    transaction,
    named.map(({ keys }) => keys),
  )
  const donorByGift = new Map<string, string>()
  const added: StoredDonor[] = []
  const duplicates: NewDuplicate[] = []
  for (const { gift, keys } of named) {
    let donor = pool.find(keys)
    if (!donor) {
      donor = donorOf(gift, keys)
      added.push(donor)
      pool.add(donor)
    } else if (keys.name !== '' && !namesOf(donor).includes(keys.name)) {
      duplicates.push(nameDuplicate(donor.id, gift.donor_name ?? ''))
    }
    donorByGift.set(gift.id, donor.id)
    pool.addGift(donor, keys.pan)
    for (const { other, reason } of pool.findOthers(keys, donor)) {
      duplicates.push(pairDuplicate(donor.id, other.id, reason))
    }
  }
  await store.insertDonors(transaction, added)
  await updateDonors(transaction, donorByGift)
  await insertDuplicates(transaction, duplicates)
  return { donorByGift, added }
}

/** As `matchGifts`, for one gift. Returns its donor, and the entries for the history. */
export async function matchGift(
  transaction: Db,
  gift: Gift,
): Promise<{ donorId: string | null; entries: HistoryEntry[] }> {
  const { donorByGift, added } = await matchGifts(transaction, [gift])
  return { donorId: donorByGift.get(gift.id) ?? null, entries: added.map(entryOfAdded) }
}

/** Returns the donor that a gift would be matched with now; undefined for none. */
export async function findDonorOf(db: Db, gift: Gift): Promise<StoredDonor | undefined> {
  const keys = keysOf(gift)
  return isAnonymous(keys) ? undefined : (await readPool(db, [keys])).find(keys)
}

export function entryOfAdded(donor: StoredDonor): HistoryEntry {
  return {
    action: 'donor.added',
    recordKind: 'donor',
    recordId: donor.id,
    after: historyFields(donor),
    details: { donorName: donor.name },
  }
}

async function readPool(db: Db, keys: readonly GiftKeys[]): Promise<DonorPool> {
  const valuesOf = (name: keyof GiftKeys) => [...new Set(keys.map((each) => each[name]))].filter((key) => key !== '')
  const pans = valuesOf('pan')
  const withPan = await store.findPans(db, pans)
  const unknownPans = pans.filter((pan) => withPan.every((donor) => donor.pan !== pan))
  const givers = await store.findDonors(db, await listGiversWithPans(db, unknownPans))
  const found = [
    ...withPan.filter(({ mergedInto }) => mergedInto === null),
    ...(await store.findByContact(db, 'phone', valuesOf('phone'))),
    ...(await store.findByContact(db, 'email', valuesOf('email'))),
    ...givers,
  ]
  const byId = new Map(found.map((donor) => [donor.id, donor]))
  const pool = new DonorPool()
  for (const donor of byId.values()) pool.add(donor)
  // What the gifts of a donor with a PAN name matters only where the PAN of a gift is looked for.
  const readGiftsOf = [...byId.values()].filter((donor) => donor.pan === null || givers.includes(donor))
  const ids = readGiftsOf.map(({ id }) => id)
  for (const { donorId, pan } of await listGivenPans(db, ids)) {
    const donor = byId.get(donorId)
    if (donor) pool.addGift(donor, panKey(pan))
  }
  for (const { pan, mergedInto } of withPan) {
    if (pan === null || mergedInto === null) continue
    const { id } = await findSurvivor(db, mergedInto)
    const survivor = byId.get(id) ?? (await store.findDonor(db, id))
    if (survivor) pool.addPan(pan, survivor)
  }
  return pool
}

/** The record of a donor of whom only the gift is known. */
export function donorOf(gift: Gift, { pan, email }: GiftKeys): StoredDonor {
  const now = new Date().toISOString()
  return {
    ...EMPTY_DONOR,
    id: newId(),
    kind: pan === '' ? 'unknown' : kindOfPan(pan),
    citizenship: gift.donor_citizenship ?? 'unknown',
    name: gift.donor_name ?? '',
    phones: isPhone(normalisePhone(gift.donor_phone ?? '')) ? [gift.donor_phone ?? ''] : [],
    emails: email === '' ? [] : [gift.donor_email ?? ''],
    address: gift.donor_address ?? '',
    pan: pan === '' ? null : pan,
    source: 'gift',
    mergedInto: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  }
}
