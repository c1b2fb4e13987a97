/** Pairs: a name as donors write it, and its form in their e-mail address. */
export const FIRST_NAMES = [
  ['Aarav', 'aarav'],
  ['Meera', 'meera'],
  ['Rajesh', 'rajesh'],
  ['Sunita', 'sunita'],
  ['Anil', 'anil'],
  ['Kavita', 'kavita'],
  ['Suresh', 'suresh'],
  ['Farhan', 'farhan'],
  ['Nasreen', 'nasreen'],
  ['Gurpreet', 'gurpreet'],
  ['Joseph', 'joseph'],
  ['Lakshmi', 'lakshmi'],
  ['Debashish', 'debashish'],
  ['Karthik', 'karthik'],
  ['José', 'jose'],
  ['रमेश', 'ramesh'],
  ['सीता', 'sita'],
  ['मोहन', 'mohan'],
  ['कमला', 'kamla'],
  ['उषा', 'usha'],
  ['फ़रीदा', 'farida'],
  ['चाँदनी', 'chandni'],
] as const

export const LAST_NAMES = [
  ['Sharma', 'sharma'],
  ['Gupta', 'gupta'],
  ['Agarwal', 'agarwal'],
  ['Patel', 'patel'],
  ['Joshi', 'joshi'],
  ['Iyer', 'iyer'],
  ['Reddy', 'reddy'],
  ['Khan', 'khan'],
  ['Singh', 'singh'],
  ['Banerjee', 'banerjee'],
  ['Nair', 'nair'],
  ["D'Souza", 'dsouza'],
  ['Mehta', 'mehta'],
  ['Yadav', 'yadav'],
  ['Trivedi', 'trivedi'],
  ['शर्मा', 'sharma'],
  ['गुप्ता', 'gupta'],
  ['वर्मा', 'verma'],
  ['त्रिपाठी', 'tripathi'],
] as const

/** The last name of one donor in two thousand. */
export const RARE_LAST_NAME = ['Vaidyanathaswamy', 'vaidyanathaswamy'] as const
/** The purpose of a quarter of the oldest 2 % of donations, and of no later donation. */
export const FORMER_PURPOSE = 'Kerala flood relief'

export const PURPOSES = [
  'Gau Seva',
  'Fodder for the gaushala',
  'Vriddhashram',
  'Annadaan',
  'Cataract operation',
  'Eye camp',
  'School fees of a child',
  'Physiotherapy equipment',
  'General fund',
  'गौ सेवा',
  'अन्नदान',
  'पिताजी की स्मृति में',
] as const

export const MAIL_HOSTS = ['gmail.com', 'yahoo.co.in', 'rediffmail.com', 'example.org'] as const
