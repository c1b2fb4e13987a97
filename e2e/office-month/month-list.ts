import { randomFrom } from '../kill/random.ts'
import {
  DESKS,
  type GiftDetails,
  type MonthDonor,
  type MonthGift,
  type MonthList,
  type OfficeDay,
  type OfflineGift,
  type OnlineGift,
} from './month-types.ts'
import { LAST_DAY, LATE_EVENTS, NAMED_EVENTS, NAMED_GIFTS } from './named-gifts.ts'

const GIFTS = 400
/** How often a mode occurs among the gifts that are not named. */
const SHARES: Readonly<Record<MonthGift['mode'], number>> = {
  ...{ cash: 30, cheque: 10, draft: 3, bank_transfer: 10, upi: 15 },
  ...{ card: 5, in_kind: 4, collection: 3, razorpay: 20 },
}
const FIRST_DAY = '2026-03-16'
const DAY_MS = 86_400_000

const INSTITUTIONS = ['gaushala', 'hospital', 'vidyalaya']
const PURPOSES: MonthList['purposes'] = {
  cows: { institution: 'gaushala', type: 'general' },
  fodder: { institution: 'gaushala', type: 'specific' },
  eyes: { institution: 'hospital', type: 'general' },
  school: { institution: 'vidyalaya', type: 'specific' },
  meals: { institution: null, type: 'general' },
  temple: { institution: null, type: 'general' },
}
const COLLECTORS = ['Ramesh', 'सीता देवी', 'Gopal "Guruji", Mathura']
const METHODS = ['upi', 'upi', 'card', 'netbanking', 'wallet'] as const
const FIRST_NAMES = ['Asha', 'Om Prakash', 'लक्ष्मी', "Joseph D'", 'Kiran', 'Farida']
const SURNAMES = ['Sharma', 'अय्यर', 'Souza', 'Rathod', 'Joshi']
const ROUND_RUPEES = [101, 251, 501, 1100, 2100, 5100, 11_000]
const PAISE = ['00', '00', '05', '37', '50', '99']

/** Gifts from 16 March to 15 April 2026 and what happens to them. Each call returns the same. */
export function monthList(): MonthList {
  const random = randomFrom(20_260_331)
  const upTo = (count: number) => Math.floor(random() * count)
  const pick = <Item>(items: readonly Item[]) => items[upTo(items.length)] as Item
  const days = daysFrom(FIRST_DAY, LAST_DAY)
  const donors = makeDonors()
  /** Desks know all donors but the site's, and d2, which is merged. */
  const ofDesk = Object.keys(donors).filter((key) => donors[key]?.source === 'desk' && key !== 'd2')

  function commonFields(number: number) {
    const rupees = random() < 0.4 ? pick(ROUND_RUPEES) : 11 + upTo(25_000)
    return {
      key: `gift-${number}`,
      rupees: `${rupees}.${pick(PAISE)}`,
      purpose: random() < 0.08 ? null : pick(Object.keys(PURPOSES)),
    }
  }

  function offlineGift(number: number, mode: OfflineGift['mode']): OfflineGift {
    const mayBeAnonymous = mode === 'cash' || mode === 'upi'
    return {
      ...commonFields(number),
      mode,
      ...(mode === 'in_kind' && { rupees: null }),
      donor: mode === 'collection' || (mayBeAnonymous && random() < 0.15) ? null : pick(ofDesk),
      day: pick(days),
      desk: pick(DESKS),
      institution: random() < 0.1 ? pick(INSTITUTIONS) : null,
      collector: random() < 0.4 ? pick(COLLECTORS) : null,
      type: number % 7 === 0 ? 'specific' : 'general',
      details: {},
    }
  }

  function onlineGift(number: number): OnlineGift {
    const day = pick(days)
    const second = upTo(85_000)
    return {
      ...commonFields(number),
      mode: 'razorpay',
      method: pick(METHODS),
      donor: random() < 0.1 ? null : pick(Object.keys(donors)),
      orderedAt: timeText(day, second),
      capturedAt: random() < 0.06 ? null : timeText(day, second + 20 + upTo(600)),
      givesPan: number % 2 === 0,
    }
  }

  const modes = (Object.keys(SHARES) as MonthGift['mode'][]).flatMap((mode) =>
    Array.from({ length: SHARES[mode] }, () => mode),
  )
  const others = Array.from({ length: GIFTS - NAMED_GIFTS.length }, (_, number) => {
    const mode = modes[number % modes.length] ?? 'cash'
    return mode === 'razorpay' ? onlineGift(number) : offlineGift(number, mode)
  })
  const cleared = others.flatMap((gift) => {
    if (gift.mode !== 'cheque' && gift.mode !== 'draft') return []
    const day = dayAfter(gift.day, 2 + upTo(5))
    return [{ kind: 'cleared' as const, gift: gift.key, day, desk: pick(DESKS) }]
  })
  const gifts = [...NAMED_GIFTS, ...others].map(withDetails)
  const isLate = ({ key }: MonthGift) => key === 'found-late'
  const officeDays: OfficeDay[] = days.map((day) => ({
    closes: isSunday(day) ? null : day,
    entered: gifts.filter((gift) => !isLate(gift) && dayOf(gift) === day),
    events: [...cleared.filter((event) => event.day === day), ...(NAMED_EVENTS[day] ?? [])],
  }))
  return {
    days: [...officeDays, { closes: null, entered: gifts.filter(isLate), events: [...LATE_EVENTS] }],
    donors,
    institutions: INSTITUTIONS,
    purposes: PURPOSES,
    fee: { rupees: '2.36', tax: '0.36' },
    ranges: {
      all: { from: FIRST_DAY, to: LAST_DAY },
      march: { from: '2026-03-01', to: '2026-03-31' },
      april: { from: '2026-04-01', to: '2026-04-30' },
      lastDayOfYear: { from: '2026-03-31', to: '2026-03-31' },
      firstDayOfYear: { from: '2026-04-01', to: '2026-04-01' },
      oldYear: { from: '2025-04-01', to: '2026-03-31' },
      newYear: { from: '2026-04-01', to: '2027-03-31' },
    },
  }
}

/** 22 donors whom the desks know, half of them with their PAN, and 8 of the site. */
function makeDonors(): Record<string, MonthDonor> {
  return Object.fromEntries(
    Array.from({ length: 30 }, (_, at): [string, MonthDonor] => {
      const name = `${FIRST_NAMES[at % FIRST_NAMES.length]} ${SURNAMES[at % SURNAMES.length]}`
      const contact = {
        name,
        phone: `+9198110${20_001 + at}`,
        ...(at % 3 === 0 && { email: `d${at + 1}@example.org` }),
      }
      const isKnownWell = at < 22 && at % 2 === 0
      return [`d${at + 1}`, { ...contact, ...(isKnownWell && recordOf(at)), source: at < 22 ? 'desk' : 'site' }]
    }),
  )
}

function recordOf(at: number): Partial<MonthDonor> {
  const pinCode = `${281_001 + at}`
  const address = `${at + 1} Temple Road, Mathura ${pinCode}`
  return { kind: 'person', citizenship: 'indian', pan: `ABCPE${1234 + at}F`, address, pinCode }
}

/** Gives a gift that a desk enters by HTTP the details of its mode, all different. */
function withDetails(gift: MonthGift, at: number): MonthGift {
  if (gift.mode === 'razorpay' || gift.isTyped) return gift
  const details = {
    ...{ ...detailsOf(gift, at), note: gift.key },
    ...(at % 6 === 0 && { approval: `80G of ${at}` }),
    ...(LEAF_MODES.includes(gift.mode) && at % 10 === 3 && { bookNumber: 'B7', leafNumber: `${at}` }),
    ...gift.details,
  }
  return { ...gift, details }
}

const LEAF_MODES = ['cash', 'upi', 'cheque']

function detailsOf({ mode, day }: OfflineGift, at: number): GiftDetails {
  const five = `${at}`.padStart(5, '0')
  switch (mode) {
    case 'cheque':
    case 'draft':
      return {
        instrumentNumber: `4${five}`,
        instrumentDate: dayAfter(day, -(at % 4)),
        bank: `State Bank, branch ${at}`,
      }
    case 'bank_transfer':
      return { reference: `SBIN2260811${five}` }
    case 'upi':
      return { reference: `6081123${five}` }
    case 'in_kind':
      return { item: 'Rice', quantity: `${at} kg`, ...(at % 2 === 0 && { estimatedValue: `${1500 + at}.50` }) }
    case 'collection':
      return { countedBy: 'Ramesh and Gopal' }
    default:
      return {}
  }
}

/** The day on which a gift reaches the office: of its receipt or its order. */
function dayOf(gift: MonthGift): string {
  return gift.mode === 'razorpay' ? gift.orderedAt.slice(0, 10) : gift.day
}

function daysFrom(first: string, last: string): string[] {
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return Array.from({ length: count }, (_, at) => dayAfter(first, at))
}

function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)
}

function isSunday(day: string): boolean {
  return new Date(day).getUTCDay() === 0
}

/** @param second of the day in the trust's zone */
function timeText(day: string, second: number): string {
  return `${new Date(Date.parse(day) + second * 1000).toISOString().slice(0, 19)}+05:30`
}
