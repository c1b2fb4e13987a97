import type { Language } from '@sevadesk/contract/base/language.ts'
import { readSampleSettings } from '@sevadesk/demo/sample-settings.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { readPdf, withoutSpaces } from '../../testing/files/drawn-pdf.ts'
import { expectKept, type KeptReceipt } from '../../testing/files/kept-receipts.ts'
import { trustOf } from '../../trust/trust-content.ts'
import { plainTrust, type Trust } from '../../trust/trust-settings.ts'
import { receiptContent } from './content/receipt-content.ts'
import { type ReceiptDonation, settingsOn, takeSnapshot } from './content/receipt-snapshot.ts'
import { receiptPrinter } from './pdf/receipt-printer.ts'

const printer = receiptPrinter()
afterAll(() => printer.close())

async function exampleTrust(language: Language): Promise<Trust> {
  const sample = await readSampleSettings()
  return trustOf({ ...sample, receipts: { ...sample.receipts, language } }, language)
}

interface Given extends ReceiptDonation {
  donationDay: string
}

const DONATION: Given = {
  donor_name: 'Smt. Lakshmi Narayanan Iyer',
  donor_address: 'Flat 402, Shanti Apartments\n18 Temple Road, Malleswaram, Bengaluru 560003',
  donor_pan: 'ABCPI1234K',
  donor_phone: '+919876543210',
  donor_email: 'lakshmi.iyer@example.org',
  amount: 1_00_001_50,
  currency: 'INR',
  purpose: 'Fodder for the gaushala',
  payment_method: 'upi',
  payment_id: 'pay_Nf83kJd72KsLq1',
  donationDay: '2026-11-14',
}

function issue(trust: Trust, given: Partial<Given>): KeptReceipt {
  const { donationDay, ...donation } = { ...DONATION, ...given }
  const details = { number: 'SD/2026-27/00042', receiptDay: '2026-11-15', donationDay }
  const snapshot = takeSnapshot(donation, { ...details, language: trust.language })
  return { snapshot, settings: settingsOn(trust, snapshot.donationDay) }
}

function print(trust: Trust, given: Partial<Given>): Promise<Uint8Array> {
  return printer.print(receiptContent({ ...issue(trust, given), settingsHash: 'x', isCancelled: false }))
}

const HARD = {
  donor_name: 'श्रीमती अर्जुन क्षत्रिय विद्यार्थी, फ़िरोज़ ज़ुत्शी & Söns',
  donor_address: 'फ़्लैट 402, ज्ञानेश्वर मार्ग, श्रृंगार चौक, ग्वालियर 474001',
  purpose: 'पितृऋण: दुर्गा अष्टमी पर हृदय-रोग चिकित्सा (Cardiology)',
  payment_method: 'netbanking',
  amount: 12_34_567_89,
}

const SCRIPTS = {
  donor_name: 'Kṛṣṇa Bhaṭṭa ḍāḥ, தமிழ்ச்செல்வி',
  donor_address: [
    'বাংলা কৃষ্ণেন্দু চট্টোপাধ্যায়, ગુજરાતી કૃષ્ણભાઈ, ਪੰਜਾਬੀ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ, ಕನ್ನಡ ಕೃಷ್ಣಮೂರ್ತಿ',
    'മലയാളം കൃഷ്ണൻ, ଓଡ଼ିଆ କୃଷ୍ଣଚନ୍ଦ୍ର, తెలుగు శ్రీకృష్ణ',
    '№ 5½, Ω α Борис, मुम्बई ṛṣi हिन्दी',
  ].join('\n'),
  purpose: 'محمد Ali 🙏🏽 中文 श्रीकृष्ण Jñāneśvarī',
}

const LONG = {
  donor_name: 'Smt. Lakshmi Narayanan Subramanian Iyer',
  donor_address: 'Flat 402, Shanti Apartments\n18 Temple Road\nMalleswaram\nBengaluru 560003\nKarnataka',
  purpose: 'Fodder, medicine and shelter for the cows of the gaushala in Vrindavan, in memory of our parents '.padEnd(
    150,
    '.',
  ),
}

test('stores what the kept receipts of the layout were printed from', async () => {
  await expectKept('english', issue(await exampleTrust('en'), {}))
  await expectKept('hindi', issue(await exampleTrust('hi'), HARD))
  await expectKept('scripts', issue(await exampleTrust('en'), SCRIPTS))
  await expectKept('long', issue(await exampleTrust('en'), LONG))
  const nobody = { donor_name: null, donor_address: null, donor_pan: null, donor_phone: null, donor_email: null }
  await expectKept('plain', issue(plainTrust('Sunrise Seva Trust', 'en'), { ...nobody, purpose: null }))
})

test('prints markup in a name, and does not evaluate it', async () => {
  const trust = await exampleTrust('en')
  const textFor = async (donor_name: string) => (await readPdf(await print(trust, { donor_name }))).text
  for (const name of [
    '#eval("1 + 1")',
    '*bold* _it_ $x$ ]',
    '\\u{41} #import "x.typ"',
    '<b>&amp;</b> `raw` @ref // /* */',
    '“"’\\',
  ])
    expect(await textFor(name)).toContain(withoutSpaces(name))
  expect(await textFor('Ram\r\n\u0000\u202eKumar 🙏🏽\u200b\n\n')).toContain('fromRamKumarFlat')
})

describe('is one page with the signature', () => {
  const LARGEST = {
    donor_name: 'लक्ष्मी '.repeat(25),
    donor_address: 'Lane 1234\n'.repeat(50),
    purpose: 'W'.repeat(200),
    donor_email: `${'x'.repeat(308)}@example.org`,
    amount: 99_99_99_999_99,
    payment_method: 'bank_transfer',
  }

  async function expectOnePage(trust: Trust, given: Partial<Given>): Promise<string> {
    const { pages, text } = await readPdf(await print(trust, given))
    expect(pages).toBe(1)
    expect(text).toContain(withoutSpaces(trust.details.signatory?.name ?? 'none'))
    return text
  }

  test('for a long name, address and purpose', async () => {
    for (const language of ['en', 'hi'] as const) await expectOnePage(await exampleTrust(language), LONG)
  })

  test('with every character of the longest accepted donation', async () => {
    const text = await expectOnePage(await exampleTrust('en'), LARGEST)
    for (const part of ['W'.repeat(200), LARGEST.donor_email]) expect(text).toContain(part)
    expect(text.match(/Lane1234/g)).toHaveLength(50)
  })

  test('for the longest accepted trust details', async () => {
    const trust = await exampleTrust('en')
    const line = 'Of the Income-tax Act, 2025. '.repeat(20)
    const [wording] = trust.wordings
    const lines = Array.from({ length: 12 }, () => line)
    const details = { ...trust.details, name: line, registration: line, address: lines }
    const wordings = wording ? [{ ...wording, title: line, approval: lines, declaration: line, statement: lines }] : []
    await expectOnePage({ ...trust, details, wordings }, LARGEST)
    const endless = { donor_name: 'x'.repeat(5000), donor_address: 'word '.repeat(1000), purpose: 'क'.repeat(5000) }
    await expectOnePage({ ...trust, details, wordings }, endless)
  })
})

describe('the wording', () => {
  const textOf = async (given: Partial<Given>) => (await readPdf(await print(await exampleTrust('en'), given))).text

  test.each<[string, Partial<Given>, string[], RegExp]>([
    [
      'names the Act of 1961 for a donation before 1 April 2026',
      { donationDay: '2026-03-31' },
      ['section80G(5)oftheIncome-taxAct,1961', 'Form10BE'],
      /Form114/,
    ],
    ['names Form 114 instead from 1 April 2026', { donationDay: '2026-04-01' }, ['Form114'], /1961/],
    ['mentions no taxes before the first wording', { donationDay: '2020-01-01' }, [], /Income-tax|80G|Form1/],
    [
      'promises no deduction if the PAN is missing',
      { donor_pan: null },
      ['section354', 'needsyournameandPAN'],
      /80G|Form114|section133/,
    ],
  ])('%s', async (_what, given, parts, absent) => {
    const text = await textOf(given)
    for (const part of parts) expect(text).toContain(part)
    expect(text).not.toMatch(absent)
  })
  test.each([
    ['cash', 2_000_01, true],
    ['cash', 2_000_00, false],
    ['upi', 2_000_01, false],
  ])('prints the cash note for %s of %i paise: %s', async (payment_method, amount, isThere) => {
    expect((await textOf({ payment_method, amount })).includes('incashabove₹2,000')).toBe(isThere)
  })
})

test('has title and author in the metadata, and is small', async () => {
  const pdf = Buffer.from(await print(await exampleTrust('en'), {}))
  const head = pdf.toString('latin1')
  expect(head).toMatch(/^%PDF-1\.\d/)
  expect(head).toContain('Receipt SD/2026-27/00042')
  expect(head).toContain('Shri Radha Krishna Seva Trust')
  expect(pdf.length).toBeLessThan(60_000)
})
