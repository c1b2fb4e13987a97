import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../db/id.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { buildDonation, buildDonor, buildInstitution, buildPurpose, type DonationRow } from '../../testing/factories.ts'
import { zipEntries } from '../../testing/files/zip-entries.ts'
import { addOfflineGift } from '../../testing/gifts/offline-gift-factories.ts'
import { historyOf } from '../../testing/history.ts'
import { sharedTestApp } from '../../testing/shared-app.ts'
import { listNumbers } from './accountant/accountant-store.ts'
import { accountantFile } from './donation-group-service.ts'
import { readFilter } from './donation-list-service.ts'

/** The last second of a financial year in India, and the first of the next. */
const MARCH = '2026-03-31T18:29:59.000Z'
const APRIL = '2026-03-31T18:30:00.000Z'
const PURPOSE = 'a'.repeat(24)
const INSTITUTION = 'b'.repeat(24)

eachDatabase((engine) => {
  const here = sharedTestApp({ engine })
  let receipts = 0
  beforeAll(async () => {
    await here.db.insertInto('receipt_settings').values({ hash: 'h', settings: '{}' }).execute()
    await here.db.insertInto('receipt_series').values({ series: '2026-27', last_number: 99 }).execute()
    await buildInstitution(here.db, { id: INSTITUTION, name_en: 'विद्यालय' })
    await buildPurpose(here.db, { id: PURPOSE, name_en: 'School', donation_type: 'corpus' })
    await addGifts()
  })

  async function addReceipt(
    gift: DonationRow,
    given: {
      donor?: { name: string | null; pan: string | null; address: string | null }
      amount?: number
      reason?: 'corrected' | 'bounced' | 'deleted'
      replaces?: string
      issuedAt?: string
    } = {},
  ) {
    receipts += 1
    const { replaces, reason, issuedAt = '2026-04-02T06:00:00.000Z' } = given
    const { donor_name: name, donor_address: address, donor_pan: pan, amount, currency } = gift
    const donor = { name, address, pan, phone: null, email: null, ...given.donor }
    const number = `SD/${receipts}`
    const money = { amount: given.amount ?? amount, currency: currency.toUpperCase() }
    const snapshot = { number, receiptDay: '2026-04-02', donor, ...money, ...(replaces && { replaces }) }
    await here.db
      .insertInto('receipts')
      .values({
        ...{ id: `r${receipts}`, donation_id: gift.id, token: `t${receipts}`, series: '2026-27', number: receipts },
        ...{ issued_at: issuedAt, settings_hash: 'h', snapshot: JSON.stringify(snapshot) },
      })
      .execute()
    if (!reason) return
    const cancellation = { receipt_id: `r${receipts}`, cancelled_at: APRIL, reason }
    await here.db.insertInto('receipt_cancellations').values(cancellation).execute()
  }

  async function addByHand(given: Partial<DonationRow>, offline: Parameters<typeof addOfflineGift>[2] = {}) {
    const order = { order_id: null, payment_id: null }
    const gift = await buildDonation(here.db, { ...order, payment_method: 'cash', ...given })
    await addOfflineGift(here.db, gift.id, offline)
    return gift
  }

  async function addGifts() {
    const { db } = here
    const donor = await buildDonor(db, {
      ...{ name: 'Asha', pan: 'ABCPE1234F', address: 'Pune', pinCode: '411001', kind: 'family' },
      members: [
        { id: newId(), name: 'Asha Devi', pan: null, share: 66_67 },
        { id: newId(), name: 'Ram Lal', pan: null, share: 33_33 },
      ],
    })
    const online = {
      ...{ created_at: MARCH, captured_at: APRIL, payment_method: 'upi', order_id: 'order_1', payment_id: 'pay_1' },
      ...{ fee: 2_360, fee_tax: 360, purpose_id: PURPOSE, donation_type: 'specific' as const },
      ...{ settlement_id: 'setl_1', settlement_utr: 'UTR1', settled_at: '2026-04-02T18:30:00.000Z' },
    }
    await addReceipt(await buildDonation(db, { ...online, donor_name: 'Online', amount: 1_00_001, donor_id: donor.id }))
    const dollars = { donor_name: 'Abroad', amount: 100_00, currency: 'usd', payment_method: 'card' }
    await addReceipt(await buildDonation(db, { ...dollars, created_at: MARCH }))
    const corrected = await addByHand(
      {
        ...{ donor_name: 'Right', donor_pan: 'ABCPE1234F', donor_address: 'Pune', donor_id: donor.id },
        ...{ amount: 20_000, created_at: APRIL, purpose_id: PURPOSE, institution_id: INSTITUTION },
      },
      { collected_by: 'Ramesh', book_number: '7', leaf_number: '12', note: '=1+1' },
    )
    const nobody = { name: null, pan: null, address: null }
    await addReceipt(corrected, { donor: { ...nobody, name: 'Wrong' }, amount: 2_000, reason: 'corrected' })
    await addReceipt(corrected, { donor: nobody, reason: 'corrected', replaces: 'SD/3' })
    // The clock was set back before this one.
    await addReceipt(corrected, { replaces: 'SD/4', issuedAt: '2026-04-01T06:00:00.000Z' })
    const unpaid = { donor_name: 'Bounced', amount: 300, created_at: MARCH, status: 'failed' }
    const bounced = { ...unpaid, payment_method: 'cheque' }
    const cheque = { instrument_number: '000123', instrument_date: '2026-03-30', bank: 'SBI', bounced_on: '2026-04-05' }
    await addReceipt(await addByHand(bounced, cheque), { reason: 'bounced' })
    const cleared = { ...bounced, donor_name: 'Cleared', status: 'captured', captured_at: APRIL }
    await addByHand(cleared, { cleared_on: '2026-04-01' })
    await addByHand({ ...bounced, donor_name: 'Waiting', status: 'pending' }, { instrument_number: '000124' })
    const inKind = { donor_name: 'Goods', amount: 0, payment_method: 'in_kind', created_at: APRIL }
    await addByHand(inKind, { item: 'Rice', quantity: '50 kg', estimated_value: 2_500_00 })
    const refunded = { donor_name: 'Refunded', amount: 5_000, refunded_amount: 5_000, status: 'refunded' }
    await addReceipt(await buildDonation(db, { ...refunded, created_at: APRIL }))
    const deleted = { donor_name: 'Deleted', amount: 700, created_at: MARCH, deleted_at: APRIL }
    await addReceipt(await buildDonation(db, deleted), { reason: 'deleted' })
    // Deleting a gift that was paid online does not cancel its receipt.
    const removed = { donor_name: 'Removed', amount: 900, created_at: APRIL, deleted_at: APRIL }
    await addReceipt(await buildDonation(db, removed))
    await buildDonation(db, { donor_name: 'Nobody paid', status: 'created', created_at: APRIL })
    await buildDonation(db, { donor_name: 'Dropped', created_at: APRIL, deleted_at: APRIL })
  }

  const get = (query: string) => here.send('GET', `/donate/accountant?${query}`)

  /** The rows by their heads. */
  async function rowsOf(query: string): Promise<Record<string, string>[]> {
    const { statusCode, body } = await get(query)
    expect(statusCode).toBe(200)
    const [heads = [], ...rows] = body
      .replace('\ufeff', '')
      .trimEnd()
      .split('\r\n')
      .map((line) =>
        [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, text, bare]) => text ?? bare ?? ''),
      )
    return rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ''])))
  }

  const brief = (row: Record<string, string>) =>
    [row.Donor, row['Receipt Number'], row['Receipt State'], row['Receipt Amount'], row.Amount]
      .concat(row['Amount Not Received'])
      .join('|')

  test('has one row for each receipt and for each gift without one, by the time of receipt', async () => {
    const rows = (await rowsOf('')).map(brief)
    expect(rows.slice(0, -2).sort()).toEqual(
      [
        'Online|SD/1|Valid|1000.01|1000.01|',
        'Abroad|SD/2|Valid|||',
        'Wrong|SD/3|Cancelled: corrected|20.00||',
        'Anonymous|SD/4|Cancelled: corrected|200.00||',
        'Right|SD/5|Valid|200.00|200.00|',
        'Bounced|SD/6|Cancelled: cheque bounced|3.00||3.00',
        'Waiting|||||3.00',
        'Cleared||||3.00|',
        'Goods|||||',
        'Refunded|SD/7|Cancelled: refunded|50.00|50.00|',
      ].sort(),
    )
    expect(rows.slice(-2)).toEqual([
      'Deleted|SD/8|Cancelled: gift deleted|7.00||',
      'Removed|SD/9|Cancelled: gift deleted|9.00||',
    ])
  })

  test.each([
    ['from=2026-03-31&to=2026-03-31', ['Abroad', 'Bounced', 'Cleared', 'Deleted', 'Waiting']],
    ['from=2026-04-01&to=2026-04-01', ['Anonymous', 'Goods', 'Online', 'Refunded', 'Removed', 'Right', 'Wrong']],
    ['mode=upi', ['Online']],
    ['purpose=none&status=authorized', ['Abroad', 'Cleared', 'Goods']],
    ['collector=Ramesh', ['Anonymous', 'Right', 'Wrong']],
    [`institution=${INSTITUTION}&search=right`, ['Anonymous', 'Right', 'Wrong']],
    ['status=pending', ['Waiting']],
  ])('%s: takes days as those of receipt, and applies the filters', async (query, donors) => {
    expect((await rowsOf(query)).map(({ Donor }) => Donor).sort()).toEqual(donors)
  })

  test('tells mode, references, donor, head and book', async () => {
    const rows = await rowsOf('')
    const rowOf = (donor: string) => rows.find(({ Donor }) => Donor === donor)
    expect(rowOf('Online')).toMatchObject({
      ...{ 'Receipt Date': '2026-04-02', 'Received On': '2026-04-01', Mode: 'UPI', 'Order ID': 'order_1' },
      ...{ 'Fee (with tax)': '23.60', 'Tax in Fee': '3.60' },
      ...{ 'Settlement ID': 'setl_1', 'Settlement UTR': 'UTR1', 'Settled On': '2026-04-03' },
      ...{ 'PIN Code': '411001', 'Donor Kind': 'HUF', 'Joint Donors': 'Asha Devi 66.67 %; Ram Lal 33.33 %' },
      // Its purpose has another type by now.
      ...{ Currency: 'INR', 'Donation Type': 'Specific' },
    })
    expect(rowOf('Wrong')).toMatchObject({ 'Replaced By': 'SD/4', 'Cancelled On': '2026-04-01' })
    expect(rowOf('Anonymous')).toMatchObject({ 'Replaced By': 'SD/5' })
    expect(rowOf('Right')).toMatchObject({
      ...{ Head: 'School', Institution: 'विद्यालय', 'Donation Type': 'General', 'Collected By': 'Ramesh' },
      ...{ 'Book No.': '7', 'Leaf No.': '12', 'Entered By': 'meera', Note: "'=1+1", 'Replaced By': '' },
    })
    const bounced = { 'Cheque or Draft No.': '000123', 'Cheque Date': '2026-03-30', Bank: 'SBI', Status: 'Failed' }
    expect(rowOf('Bounced')).toMatchObject({ ...bounced, 'Cleared in Another Year': '' })
    expect(rowOf('Cleared')).toMatchObject({ 'Received On': '2026-03-31', 'Cleared in Another Year': '2026-27' })
    const goods = { 'Given In Kind': 'Rice, 50 kg', 'Estimated Value': '2500.00', Mode: 'In kind' }
    expect(rowOf('Goods')).toMatchObject(goods)
  })

  test('never puts what one donor says beside the name of another', async () => {
    const rows = await rowsOf('')
    const of = (donor: string) => {
      const row = rows.find(({ Donor }) => Donor === donor) ?? {}
      return ['PAN', 'Address', 'Donor on Record', 'PAN on Record', 'PIN Code', 'Donor Kind'].map((head) => row[head])
    }
    expect(of('Online')).toEqual(['', '', 'Asha', 'ABCPE1234F', '411001', 'HUF'])
    expect(of('Wrong')).toEqual(['', '', '', '', '', ''])
    expect(of('Anonymous')).toEqual(['', '', '', '', '', ''])
    expect(of('Right')).toEqual(['ABCPE1234F', 'Pune', 'Asha', 'ABCPE1234F', '411001', 'HUF'])
  })

  test('keeps other currencies in columns of their own', async () => {
    const row = (await rowsOf('')).find(({ Donor }) => Donor === 'Abroad')
    expect(row).toMatchObject({
      ...{ Currency: 'USD', Amount: '', 'Receipt Amount': '', 'Amount in Other Currency': '100.00' },
      ...{ 'Receipt Amount in Other Currency': '100.00', Refunded: '', 'Refunded in Other Currency': '' },
    })
  })

  test('has the same sum as the groups for the same filter', async () => {
    const sum = (rows: Record<string, string>[]) =>
      rows
        .filter(({ Status }) => Status === 'Success')
        .reduce((total, { Amount = '' }) => total + Math.round(Number(Amount) * 100), 0)
    for (const query of ['', 'status=authorized', 'from=2026-04-01&to=2026-04-30', 'mode=cash']) {
      const { data } = await here.read(`/donate/groups?by=mode&${query}`)
      expect(sum(await rowsOf(query))).toBe(data.total.amount)
    }
  })

  test('streams an Excel file with the same cells', async () => {
    const { headers, rawPayload } = await get('format=xlsx&from=2026-04-01&to=2026-04-30')
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="accountant-filtered-\d{4}-\d\d-\d\d\.xlsx"$/)
    const sheet = zipEntries(rawPayload).get('xl/worksheets/sheet1.xml') ?? ''
    expect(sheet.split('<row>')).toHaveLength(1 + 1 + 7)
    expect(sheet).toContain('>=1+1<')
    expect(sheet).toContain('<v>1000.01</v>')
  })

  test('records who exported which donations, but not the search', async () => {
    const before = (await historyOf(here.db)).length
    await get('format=xlsx&search=ABCPE1234F&mode=upi')
    const entries = (await historyOf(here.db)).slice(before)
    expect(entries).toMatchObject([{ action: 'donation.exported-for-accountant', actorId: here.staff.admin.id }])
    expect(JSON.stringify(entries)).not.toContain('ABCPE1234F')
    expect(JSON.stringify(entries)).toContain('upi')
  })

  test.each([{}, { from: '2026-04-01', to: '2026-04-30' }])(
    '%o: lists the same rows in several reads',
    async (filter) => {
      const clock = { now: Date.now(), timeZone: 'Asia/Kolkata' }
      const selection = await readFilter(here.db, filter, 'receivedAt', clock)
      const all = await listNumbers(here.db, selection)
      expect(all.length).toBeGreaterThan(3)
      for (const perRead of [1, 2, 3]) expect(await listNumbers(here.db, selection, perRead)).toEqual(all)
    },
  )

  test('refuses a sheet that is too long for Excel with a sentence', async () => {
    const read = (maxRows: number) =>
      accountantFile(here.db, { words: [] }, { format: 'xlsx', timeZone: 'Asia/Kolkata', maxRows })
    // The heads, 10 gifts and 4 cancelled receipts.
    await expect(read(14)).rejects.toMatchObject({ statusCode: 400 })
    ;(await read(15)).stream.destroy()
  })

  test.each(['format=ods', 'purpose=', 'mode=%00', 'collector=a%0Ab', 'from=2026-04-01'])('refuses %s', async (query) =>
    expect((await get(query)).statusCode).toBe(400),
  )

  test('refuses filters by mode and collector to callers who do not see them', async () => {
    const by = await here.signIn(['UserInformation'])
    for (const query of ['mode=upi', 'collector=Ramesh', `purpose=${PURPOSE}`, 'dayOf=receipt'])
      expect((await here.send('GET', `/donate?${query}`, undefined, { by })).statusCode).toBe(403)
  })
})
