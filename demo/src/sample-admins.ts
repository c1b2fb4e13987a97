import type { SectionKey } from '@sevadesk/contract/accounts/section.ts'
import type { Tables } from '@sevadesk/server/db/db.ts'
import { usernameKey } from '@sevadesk/server/resources/accounts/username-rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const OWN_ACCOUNT: readonly SectionKey[] = ['Profile', 'UpdatePassword', 'LoginSessions']

interface SampleAdmin {
  username: string
  /** The person's work, for the terminal. */
  post: string
  sections: readonly string[]
  joinedDaysAgo: number
}

export const SAMPLE_ADMINS: readonly SampleAdmin[] = [
  { username: 'meera.joshi', post: 'manager', sections: ['All'], joinedDaysAgo: 1040 },
  {
    username: 'ramesh.gupta',
    post: 'accountant',
    sections: ['Dashboard', 'UserInformation', 'Donations', ...OWN_ACCOUNT],
    joinedDaysAgo: 815,
  },
  {
    username: 'anita.verma',
    post: 'hospital office',
    sections: ['EyeHospital', 'Nursing', 'Physiotherapy', ...OWN_ACCOUNT],
    joinedDaysAgo: 430,
  },
  { username: 'gopal.yadav', post: 'cow shelter', sections: ['Gaushala', ...OWN_ACCOUNT], joinedDaysAgo: 260 },
  {
    username: 'farida.khan',
    post: 'website',
    sections: ['Dashboard', 'HomeVideo', 'Gallery', 'Events', 'Message', ...OWN_ACCOUNT],
    joinedDaysAgo: 75,
  },
]

/** Lists the sample admins with their post and sections, for the terminal. */
export function describeSampleAdmins(): string {
  const lines = SAMPLE_ADMINS.map(({ username, post, sections }) => {
    const names = sections.filter((key) => !OWN_ACCOUNT.some((own) => own === key))
    const list = names.includes('All') ? 'all sections' : names.join(', ')
    return `    ${username.padEnd(14)}${post.padEnd(17)}${list}`
  })
  return ['The sample data is in place. These people sign in with the same password:', ...lines].join('\n')
}

export function sampleAdmins(
  now: Date,
  passwordHash: string,
  newId: () => string,
): Omit<Tables['admins'], 'version' | 'donation_rights'>[] {
  return SAMPLE_ADMINS.map(({ username, sections, joinedDaysAgo }) => {
    const joined = new Date(now.getTime() - joinedDaysAgo * DAY_MS).toISOString()
    return {
      id: newId(),
      username,
      username_key: usernameKey(username),
      email: `${username}@example.org`,
      role: 'admin',
      sections: JSON.stringify(sections),
      password_hash: passwordHash,
      must_change_password: 0,
      language: null,
      created_at: joined,
      updated_at: joined,
    }
  })
}
