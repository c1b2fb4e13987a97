import { expect, test } from 'vitest'
import { anyDatabase, openForEachTest } from '../../testing/databases.ts'
import { buildDonation, buildDonor, type DonationRow } from '../../testing/factories.ts'
import { matchGift, matchGifts } from './donor-matching-service.ts'
import { findDonor, updateMergedInto } from './donor-store.ts'

anyDatabase((engine) => {
  const here = openForEachTest(engine)

  /** The donor's id; null for an anonymous gift. */
  async function give(fields: Partial<DonationRow>): Promise<string | null> {
    const gift = await buildDonation(here.db, { donor_name: null, donor_email: null, ...fields })
    const { donorId } = await here.db.transaction().execute((transaction) => matchGift(transaction, gift))
    const stored = await here.db.selectFrom('donations').select('donor_id').where('id', '=', gift.id).executeTakeFirst()
    expect(stored?.donor_id).toBe(donorId)
    return donorId
  }
  const openNames = () =>
    here.db.selectFrom('donor_duplicates').select(['donor_id', 'other_id', 'other_name', 'reason']).execute()

  test('adds the donor of a first gift with what it says', async () => {
    const contacts = { donor_phone: '+919876543210', donor_email: 'asha@example.org' }
    const other = {
      donor_pan: 'ABCPE1234F',
      donor_address: 'Gandhi Marg, Mathura',
      donor_citizenship: 'indian',
    } as const
    const id = await give({ donor_name: 'Asha Patil', ...contacts, ...other })
    expect(await findDonor(here.db, id ?? '')).toMatchObject({
      ...{ kind: 'person', name: 'Asha Patil', phones: ['+919876543210'], emails: ['asha@example.org'] },
      ...{ pan: 'ABCPE1234F', address: 'Gandhi Marg, Mathura', citizenship: 'indian', source: 'gift', version: 1 },
    })
  })

  test('finds a donor by PAN, else by phone, else by e-mail', async () => {
    const byPan = await buildDonor(here.db, { pan: 'ABCPE1234F' })
    const byPhone = await buildDonor(here.db, { phones: ['098765 43210'] })
    const byEmail = await buildDonor(here.db, { emails: ['asha@example.org'] })
    const contacts = { donor_phone: '९८७६५४३२१०', donor_email: 'ASHA@example.org' }
    expect(await give({ donor_pan: 'abcpe1234f', ...contacts })).toBe(byPan.id)
    expect(await give(contacts)).toBe(byPhone.id)
    expect(await give({ donor_email: 'Asha@Example.org' })).toBe(byEmail.id)
  })

  test('finds a donor by other spellings of a phone and an e-mail', async () => {
    const mobile = await buildDonor(here.db, { phones: ['98765 43210'] })
    const landline = await buildDonor(here.db, { phones: ['(0141) 244 2244'] })
    const mail = await buildDonor(here.db, { emails: ['asha@उदाहरण.भारत'] })
    for (const donor_phone of ['+91 (0) 98765 43210', '+91-098765 43210', '0091 98765 43210'])
      expect(await give({ donor_phone })).toBe(mobile.id)
    for (const donor_phone of ['0141-2442244', '+91 141 2442244']) expect(await give({ donor_phone })).toBe(landline.id)
    expect(await give({ donor_email: 'Asha@xn--p1b6ci4b4b3a.xn--h2brj9c\u200b' })).toBe(mail.id)
  })

  test('an unlikely phone number finds no donor, and stays on the record of a new one', async () => {
    await buildDonor(here.db, { phones: ['0000000000'] })
    expect(await give({ donor_phone: '0000000000' })).toBeNull()
    const id = await give({ donor_phone: '0000000000', donor_email: 'ravi@example.org' })
    expect(await findDonor(here.db, id ?? '')).toMatchObject({ phones: ['0000000000'] })
  })

  test('never finds a donor by name alone', async () => {
    await buildDonor(here.db, { name: 'Asha Patil' })
    expect(await give({ donor_name: 'Asha Patil' })).toBeNull()
    expect(await give({ donor_name: 'Asha Patil', donor_email: 'not given' })).toBeNull()
    expect(await here.db.selectFrom('donors').select('id').execute()).toHaveLength(1)
  })

  test('a PAN that differs never matches by phone or e-mail', async () => {
    const first = await buildDonor(here.db, {
      pan: 'ABCPE1234F',
      phones: ['9876543210'],
      emails: ['family@example.org'],
    })
    const contacts = { donor_phone: '9876543210', donor_email: 'family@example.org' }
    const second = await give({ donor_pan: 'XYZPE1234F', ...contacts })
    expect(second).not.toBe(first.id)
    expect(await give({ donor_pan: 'XYZPE1234F' })).toBe(second)
    // Two PANs are two persons, so they are no likely duplicates.
    expect(await openNames()).toEqual([])
  })

  test('a record without a PAN takes gifts of one PAN alone', async () => {
    const phone = { donor_name: 'Ravi', donor_phone: '9876543210' }
    const first = await give(phone)
    expect(await give({ ...phone, donor_pan: 'no card yet' })).toBe(first)
    expect(await give({ ...phone, donor_pan: 'ABCPE1234F' })).toBe(first)
    const second = await give({ ...phone, donor_pan: 'XYZPE1234F' })
    expect(second).not.toBe(first)
    expect(await findDonor(here.db, second ?? '')).toMatchObject({ pan: 'XYZPE1234F', phones: ['9876543210'] })
    expect(await give({ ...phone, donor_pan: 'abcpe 1234f' })).toBe(first)
    expect(await openNames()).toEqual([])
  })

  test('finds a record without a PAN by the PAN of its earlier gifts, unless another donor gave with it', async () => {
    const [asha, ravi] = [{ donor_phone: '9876543210' }, { donor_phone: '9876500000' }]
    const [pan, other] = [{ donor_pan: 'ABCPE1234F' }, { donor_pan: 'XYZPE1234F' }]
    const donor = await give(asha)
    expect(await give({ ...asha, ...pan })).toBe(donor)
    const second = await give(ravi)
    expect(await give({ ...ravi, ...pan })).toBe(donor)
    expect(await findDonor(here.db, donor ?? '')).toMatchObject({ pan: null, phones: ['9876543210'] })
    expect(await openNames()).toMatchObject([{ reason: 'phone' }])
    expect(await give({ ...ravi, ...other })).toBe(second)
    expect(await give(other)).toBe(second)
    await here.db.updateTable('donations').set({ donor_id: second }).where('donor_phone', '=', '9876500000').execute()
    expect([donor, second]).not.toContain(await give(pan))
  })

  test('gifts with two PANs that are matched at once get two donors', async () => {
    const gifts: DonationRow[] = []
    for (const donor_pan of [null, 'ABCPE1234F', 'XYZPE1234F'])
      gifts.push(await buildDonation(here.db, { donor_phone: '9876543210', donor_email: null, donor_pan }))
    const { donorByGift } = await here.db.transaction().execute((transaction) => matchGifts(transaction, gifts))
    const [first, second, third] = gifts.map(({ id }) => donorByGift.get(id))
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('a text that is no PAN identifies nobody', async () => {
    for (const donor_pan of ['NA', 'ABCDE1234F', 'NNNNN0000N']) {
      expect(await give({ donor_pan })).toBeNull()
      const id = await give({ donor_pan, donor_email: `${donor_pan}@example.org` })
      expect((await findDonor(here.db, id ?? ''))?.pan).toBeNull()
    }
  })

  test('changes no field of a donor, and proposes another name', async () => {
    const donor = await buildDonor(here.db, { name: 'Asha Patil', phones: ['9876543210'] })
    const gift = { donor_phone: '9876543210', donor_email: 'new@example.org', donor_address: 'Elsewhere' }
    expect(await give({ ...gift, donor_name: 'Ravi Patil', donor_pan: 'ABCPE1234F' })).toBe(donor.id)
    expect(await findDonor(here.db, donor.id)).toEqual(donor)
    expect(await openNames()).toEqual([
      { donor_id: donor.id, other_id: null, other_name: 'Ravi Patil', reason: 'name' },
    ])
    await give({ ...gift, donor_name: 'PATIL, Ravi' })
    expect(await openNames()).toHaveLength(1)
  })

  test('the words of a name may come in any order', async () => {
    await buildDonor(here.db, { name: 'Asha Patil', otherNames: ['आशा पाटिल'], phones: ['9876543210'] })
    for (const donor_name of ['PATIL Asha', 'Smt. Asha Patil', 'पाटिल आशा'])
      await give({ donor_name, donor_phone: '9876543210' })
    expect(await openNames()).toEqual([])
  })

  test('of several donors with a phone, chooses the one with the name, else the first', async () => {
    const first = await buildDonor(here.db, { name: 'Asha', phones: ['9876543210'] })
    const second = await buildDonor(here.db, { name: 'Ravi', phones: ['9876543210'] })
    expect(await give({ donor_name: 'Ravi', donor_phone: '9876543210' })).toBe(second.id)
    expect(await give({ donor_phone: '9876543210' })).toBe(first.id)
  })

  test('proposes two donors of whom one has the phone of a gift and the other its e-mail', async () => {
    const one = await buildDonor(here.db, { name: 'Asha', phones: ['9876543210'] })
    const other = await buildDonor(here.db, { name: 'Asha', emails: ['asha@example.org'] })
    await give({ donor_name: 'Asha', donor_phone: '9876543210', donor_email: 'asha@example.org' })
    const [donor_id, other_id] = [one.id, other.id].sort()
    expect(await openNames()).toEqual([{ donor_id, other_id, other_name: null, reason: 'email' }])
  })

  test('after a merge, the PAN of the merged record leads to the survivor, its phone does not', async () => {
    const survivor = await buildDonor(here.db, { pan: 'ABCPE1234F' })
    const merged = await buildDonor(here.db, { pan: 'XYZPE1234F', phones: ['9876543210'] })
    await updateMergedInto(here.db, merged.id, survivor.id)
    expect(await give({ donor_pan: 'XYZPE1234F' })).toBe(survivor.id)
    expect(await give({ donor_phone: '9876543210' })).not.toBe(survivor.id)
  })
})
