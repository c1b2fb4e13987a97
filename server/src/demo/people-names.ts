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
const DEVANAGARI_FIRST = [
  'रमेश',
  'सीता',
  'मोहन',
  'कमला',
  'विनोद',
  'गीता',
  'अशोक',
  'सरोज',
  'दिनेश',
  'उषा',
  'महेश',
  'शांति',
  'प्रेम',
  'लक्ष्मी',
  'हरि',
  'राधा',
] as const
const DEVANAGARI_LAST = [
  'शर्मा',
  'गुप्ता',
  'अग्रवाल',
  'वर्मा',
  'मिश्रा',
  'यादव',
  'जोशी',
  'त्रिपाठी',
  'चौहान',
  'जैन',
  'श्रीवास्तव',
  'पटेल',
] as const
const MAIL_HOSTS = ['example.com', 'example.org', 'example.net', 'mail.example.in'] as const

export interface Person {
  name: string
  email: string
  phone: string
}

/** Somebody who does not exist: the mail hosts are reserved for examples (RFC 2606). */
export function anyPerson(random: Random): Person {
  const first = random.pick(LATIN_FIRST)
  const last = random.pick(LATIN_LAST)
  const isHindi = random.chance(0.3)
  const name = isHindi ? `${random.pick(DEVANAGARI_FIRST)} ${random.pick(DEVANAGARI_LAST)}` : `${first} ${last}`
  const letters = (word: string) => word.toLowerCase().replace(/[^a-z]/g, '')
  const email = `${letters(first)}.${letters(last)}${random.chance(0.4) ? random.whole(1, 99) : ''}@${random.pick(MAIL_HOSTS)}`
  const phone = `+91${random.whole(6, 9)}${String(random.whole(0, 999_999_999)).padStart(9, '0')}`
  return { name, email, phone }
}
