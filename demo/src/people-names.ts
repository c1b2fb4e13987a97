import type { Random } from './random.ts'

const LATIN_FIRST = [
  'Aarav',
  'Meera',
  'Rajesh',
  'Sunita',
  'Anil',
  'Kavita',
  'Suresh',
  'Pooja',
  'Vikram',
  'Lata',
  'Farhan',
  'Nasreen',
  'Gurpreet',
  'Harjeet',
  'Joseph',
  'Mary',
  'Ramesh',
  'Geeta',
  'Arjun',
  'Deepa',
  'Imran',
  'Shabnam',
  'Karthik',
  'Lakshmi',
  'Debashish',
  'Ananya',
  'Tenzin',
  'Rohit',
  'Neha',
  'Prakash',
] as const
const LATIN_LAST = [
  'Sharma',
  'Gupta',
  'Agarwal',
  'Patel',
  'Joshi',
  'Verma',
  'Iyer',
  'Reddy',
  'Khan',
  'Singh',
  'Kaur',
  'Das',
  'Banerjee',
  'Nair',
  'Fernandes',
  "D'Souza",
  'Mehta',
  'Yadav',
  'Mishra',
  'Bose',
  'Rao',
  'Chauhan',
  'Jain',
  'Trivedi',
] as const
/** Pairs: a name in Devanagari, and its form in the e-mail address. */
const HINDI_FIRST = [
  ['रमेश', 'ramesh'],
  ['सीता', 'sita'],
  ['मोहन', 'mohan'],
  ['कमला', 'kamla'],
  ['विनोद', 'vinod'],
  ['गीता', 'geeta'],
  ['अशोक', 'ashok'],
  ['सरोज', 'saroj'],
  ['दिनेश', 'dinesh'],
  ['उषा', 'usha'],
  ['महेश', 'mahesh'],
  ['शांति', 'shanti'],
  ['प्रेम', 'prem'],
  ['लक्ष्मी', 'lakshmi'],
  ['राधा', 'radha'],
] as const
const HINDI_LAST = [
  ['शर्मा', 'sharma'],
  ['गुप्ता', 'gupta'],
  ['अग्रवाल', 'agarwal'],
  ['वर्मा', 'verma'],
  ['मिश्रा', 'mishra'],
  ['यादव', 'yadav'],
  ['जोशी', 'joshi'],
  ['त्रिपाठी', 'tripathi'],
  ['चौहान', 'chauhan'],
  ['जैन', 'jain'],
  ['श्रीवास्तव', 'shrivastava'],
  ['पटेल', 'patel'],
] as const
const MAIL_HOSTS = ['example.com', 'example.org', 'example.net'] as const

export interface Person {
  name: string
  email: string
  phone: string
}

/** Not a real person: the hosts are reserved (RFC 2606); no Indian mobile number starts with 5. */
export function randomPerson(random: Random): Person {
  const { name, letters } = random.chance(0.3) ? hindiName(random) : latinName(random)
  const email = `${letters}${random.chance(0.4) ? random.whole(1, 99) : ''}@${random.pick(MAIL_HOSTS)}`
  const phone = `+915${String(random.whole(0, 999_999_999)).padStart(9, '0')}`
  return { name, email, phone }
}

function latinName(random: Random): { name: string; letters: string } {
  const first = random.pick(LATIN_FIRST)
  const last = random.pick(LATIN_LAST)
  return { name: `${first} ${last}`, letters: `${first}.${last}`.toLowerCase().replace("'", '') }
}

function hindiName(random: Random): { name: string; letters: string } {
  const [first, firstLetters] = random.pick(HINDI_FIRST)
  const [last, lastLetters] = random.pick(HINDI_LAST)
  return { name: `${first} ${last}`, letters: `${firstLetters}.${lastLetters}` }
}
