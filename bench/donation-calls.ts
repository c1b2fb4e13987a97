import { FORMER_PURPOSE, RARE_LAST_NAME } from './donation-names.ts'

/** A call that is measured in a small and a large database; the report shows `name`. */
export interface DonationCall {
  name: string
  /** Path of the call when there are `count` donations. */
  path(count: number): string
}

const PER_PAGE = 10

export const NEWEST: DonationCall = { name: 'Ten newest with total', path: () => page(1) }
export const RARE_SEARCH = search('few donors', RARE_LAST_NAME[0].slice(0, 8))

/** Pages, searches and sums over unchanged donations. */
export const DONATION_CALLS: readonly DonationCall[] = [
  NEWEST,
  { name: 'A page in the middle', path: (count) => page(Math.floor(count / PER_PAGE / 2)) },
  { name: 'The last page', path: (count) => page(Math.ceil(count / PER_PAGE)) },
  { name: 'Newest that failed', path: () => `${page(1)}&status=failed` },
  RARE_SEARCH,
  search('many donors', 'sharma'),
  search('a purpose of years ago', FORMER_PURPOSE.slice(2, 12)),
  search('a name in Devanagari', 'त्रिपाठी'),
  search('nobody', 'qwzx'),
  search('part of phones', '9198'),
  search('three letters', 'sha'),
  search('two letters', 'ra'),
  search('one letter', 'a'),
  ...ranges(),
  ...sortedPages('highest amount', 'sort=amount-high'),
  ...sortedPages('donor, A to Z', 'sort=donor-a-z'),
  ...sortedPages('successful first', 'sort=success-first'),
  {
    name: 'Search "example" by highest amount, the last page',
    path: () => `${page(1000)}&status=authorized&search=example&sort=amount-high`,
  },
  { name: 'Highest amounts of a year', path: () => `${page(1)}&sort=amount-high&${YEAR}` },
  ...groups(),
  { name: 'Summary cards', path: () => '/donate/summary' },
  { name: 'Dashboard: five newest and the sum', path: () => '/donate/successful?limit=5' },
]

/** A year that ends a month ago, and not with a month. */
const YEAR = `from=${dayAgo(395)}&to=${dayAgo(31)}`
export const CSV_OF_YEAR = `/donate/export?${YEAR}`
export const ACCOUNTANT_OF_SUCCESSFUL = '/donate/accountant?status=authorized'

function dayAgo(days: number): string {
  const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  return day.endsWith('-01') ? `${day.slice(0, 8)}02` : day
}

function ranges(): DonationCall[] {
  return [
    { name: 'The newest of a year', path: () => `${page(1)}&${YEAR}` },
    { name: 'A page in the middle of a year', path: (count) => `${page(Math.floor(count / PER_PAGE / 10))}&${YEAR}` },
    { name: 'Figures of a year', path: () => `/donate/summary/matches?${YEAR}` },
    { name: 'The newest that were received in a year', path: () => `${page(1)}&dayOf=receipt&${YEAR}` },
    {
      name: 'A page in the middle of what was received in a year',
      path: (count) => `${page(Math.floor(count / PER_PAGE / 10))}&dayOf=receipt&${YEAR}`,
    },
  ]
}

function groups(): DonationCall[] {
  const purpose = 'purpose=000000000000000000000003'
  return [
    { name: 'Groups of all time by purpose', path: () => '/donate/groups?by=purpose' },
    { name: 'Groups of all time by month', path: () => '/donate/groups?by=month' },
    { name: 'Groups of a year by mode', path: () => `/donate/groups?by=mode&${YEAR}` },
    { name: 'The newest of a purpose', path: () => `${page(1)}&${purpose}` },
    { name: 'Figures of a purpose', path: () => `/donate/summary/matches?${purpose}` },
    {
      name: 'Figures of a purpose and a mode in a year',
      path: () => `/donate/summary/matches?${purpose}&mode=upi&${YEAR}`,
    },
  ]
}

function sortedPages(name: string, query: string): DonationCall[] {
  const pages: [string, (pages: number) => number][] = [
    ['the first page', () => 1],
    ['a page in the middle', (pages) => Math.floor(pages / 2)],
    ['the last page', (pages) => pages],
  ]
  return pages.map(([place, numberOf]) => ({
    name: `By ${name}, ${place}`,
    path: (count) => `${page(numberOf(Math.ceil(count / PER_PAGE)))}&${query}`,
  }))
}

function page(number: number): string {
  return `/donate?page=${number}&limit=${PER_PAGE}`
}

function search(name: string, term: string): DonationCall {
  return {
    name: `Search among the successful, ${name}: "${term}"`,
    path: () => `${page(1)}&status=authorized&search=${encodeURIComponent(term)}`,
  }
}
