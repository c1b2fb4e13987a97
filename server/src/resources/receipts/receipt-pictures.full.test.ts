import { join } from 'node:path'
import type { Language } from '@sevadesk/contract/base/language.ts'
import { readSampleSettings } from '@sevadesk/demo/sample-settings.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { countDifferences, readPdf, readPicture, withoutSpaces } from '../../testing/files/drawn-pdf.ts'
import { expectKept, type KeptReceipt, MAX_DIFFERENT_PIXELS, PICTURES } from '../../testing/files/kept-receipts.ts'
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

describe('stores what the kept receipt of its layout was printed from', () => {
  test('in English with all details', async () => {
    await expectKept('english', issue(await exampleTrust('en'), {}))
  })
  test('in Hindi with complex conjuncts', async () => {
    await expectKept('hindi', issue(await exampleTrust('hi'), HARD))
  })
  test('with all supported Indian scripts and Latin diacritics', async () => {
    await expectKept('scripts', issue(await exampleTrust('en'), SCRIPTS))
  })
  test('of a trust with only a name', async () => {
    const nobody = { donor_name: null, donor_address: null, donor_pan: null, donor_phone: null, donor_email: null }
    await expectKept('plain', issue(plainTrust('Sunrise Seva Trust', 'en'), { ...nobody, purpose: null }))
  })
})

test('detects one changed digit', async () => {
  const trust = await exampleTrust('en')
  const { picture } = await readPdf(await print(trust, { payment_id: 'pay_Nf83kJd72KsLq7' }))
  const stored = await readPicture(join(PICTURES, '1', 'english.png'))
  expect(countDifferences(stored, picture)).toBeGreaterThan(MAX_DIFFERENT_PIXELS)
})

describe('has copyable text', () => {
  async function expectText(pdf: Uint8Array, parts: readonly string[]): Promise<void> {
    const { text } = await readPdf(pdf)
    for (const part of parts) expect(text).toContain(withoutSpaces(part))
  }

  test('in English', async () => {
    await expectText(await print(await exampleTrust('en'), {}), [
      'Shri Radha Krishna Seva Trust',
      'PAN AAATS1234F',
      'Donation Receipt (80G)',
      'Receipt no. SD/2026-27/00042',
      'Receipt date 15 Nov 2026',
      'Smt. Lakshmi Narayanan Iyer Flat 402, Shanti Apartments 18 Temple Road, Malleswaram, Bengaluru 560003',
      'PAN ABCPI1234K · +919876543210 · lakshmi.iyer@example.org',
      '₹1,00,001.50 One Lakh One Rupees and Fifty Paise Only',
      // Donated at 23:59 in India, the day before the receipt date.
      'Donation date 14 Nov 2026',
      'Mode of payment UPI Payment ID pay_Nf83kJd72KsLq1',
      'Approved under section 354 of the Income-tax Act, 2025.',
      'which the trust issues after its yearly statement in Form 113.',
      'Dr. Anand Swaroop Sharma Managing Trustee for Shri Radha Krishna Seva Trust',
    ])
  })

  test('in Hindi', async () => {
    await expectText(await print(await exampleTrust('hi'), HARD), [
      'श्री राधा कृष्ण सेवा ट्रस्ट',
      'दान रसीद (80G)',
      'रसीद की तारीख़ 15 नवंबर 2026',
      HARD.donor_name,
      HARD.donor_address,
      HARD.purpose,
      '₹12,34,567.89 बारह लाख चौंतीस हज़ार पाँच सौ सड़सठ रुपये और नवासी पैसे मात्र',
      'आयकर अधिनियम, 2025 की धारा 354 में अनुमोदित।',
      'डॉ. आनन्द स्वरूप शर्मा प्रबंध न्यासी श्री राधा कृष्ण सेवा ट्रस्ट की ओर से',
    ])
  })

  test('with markup in a name, which is not evaluated', async () => {
    const trust = await exampleTrust('en')
    const names = [
      '#eval("1 + 1")',
      '*bold* _it_ $x$ ]',
      '\\u{41} #import "x.typ"',
      '<b>&amp;</b> `raw` @ref // /* */',
      '“"’\\',
    ]
    for (const donor_name of names) await expectText(await print(trust, { donor_name }), [donor_name])
    await expectText(await print(trust, { donor_name: 'Ram\r\n\u0000\u202eKumar 🙏🏽\u200b\n\n' }), [
      'from Ram Kumar Flat',
    ])
  })

  test('with an ellipsis for letters that no font has', async () => {
    await expectText(await print(await exampleTrust('en'), { donor_name: 'محمد Ali' }), [
      'from … Ali Flat',
      '₹1,00,001.50',
    ])
  })
})

describe('is one page with the signature', () => {
  const LONG = {
    donor_name: 'Smt. Lakshmi Narayanan Subramanian Iyer',
    donor_address: 'Flat 402, Shanti Apartments\n18 Temple Road\nMalleswaram\nBengaluru 560003\nKarnataka',
    purpose: 'Fodder, medicine and shelter for the cows of the gaushala in Vrindavan, in memory of our parents '.padEnd(
      150,
      '.',
    ),
  }
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
    await expectKept('long', issue(await exampleTrust('en'), LONG))
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

  test('names the Act of 1961 for a donation before 1 April 2026', async () => {
    const text = await textOf({ donationDay: '2026-03-31' })
    expect(text).toContain('section80G(5)oftheIncome-taxAct,1961')
    expect(text).toContain('Form10BE')
    expect(text).not.toContain('Form114')
  })
  test('names Form 114 instead of the Act of 1961 from 1 April 2026', async () => {
    const text = await textOf({ donationDay: '2026-04-01' })
    expect(text).toContain('Form114')
    expect(text).not.toContain('1961')
  })
  test('does not mention taxes for a donation before the first wording', async () => {
    const text = await textOf({ donationDay: '2020-01-01' })
    expect(text).not.toMatch(/Income-tax|80G|Form1/)
  })
  test('names the approval without promising a deduction if the PAN is missing', async () => {
    const text = await textOf({ donor_pan: null })
    expect(text).toContain('section354')
    expect(text).toContain('needsyournameandPAN')
    expect(text).not.toMatch(/80G|Form114|section133/)
  })
  test.each([
    ['cash', 2_000_01, true],
    ['cash', 2_000_00, false],
    ['upi', 2_000_01, false],
  ])('prints the cash note for %s of %i paise: %s', async (payment_method, amount, isThere) => {
    expect((await textOf({ payment_method, amount })).includes('incashabove₹2,000')).toBe(isThere)
  })
  test('names a foreign currency by its code', async () => {
    expect(await textOf({ currency: 'usd', amount: 123_450 })).toContain(
      'USD1,234.50USDOneThousandTwoHundredThirtyFour',
    )
  })
})

test('prints the same bytes again, with title and author in the metadata', async () => {
  const trust = await exampleTrust('en')
  const one = Buffer.from(await print(trust, {}))
  const other = receiptPrinter()
  await other.close()
  expect(one.equals(Buffer.from(await print(trust, {})))).toBe(true)
  const head = one.toString('latin1')
  expect(head).toMatch(/^%PDF-1\.\d/)
  expect(head).toContain('Receipt SD/2026-27/00042')
  expect(head).toContain('Shri Radha Krishna Seva Trust')
  expect(one.length).toBeLessThan(60_000)
})
