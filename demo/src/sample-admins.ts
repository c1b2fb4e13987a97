import type { SectionKey } from '@sevadesk/contract/section.ts'
import type { Tables } from '@sevadesk/server/db/schema.ts'
import { usernameKey } from '@sevadesk/server/resources/admins/username-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const OWN_ACCOUNT: readonly SectionKey[] = ['Profile', 'UpdatePassword', 'LoginSessions']

export const SAMPLE_ADMINS: readonly { username: string; sections: readonly string[]; joinedDaysAgo: number }[] = [
  { username: 'meera.joshi', sections: ['All'], joinedDaysAgo: 1040 },
  {
    username: 'ramesh.gupta',
    sections: ['Dashboard', 'UserInformation', 'Donations', ...OWN_ACCOUNT],
    joinedDaysAgo: 815,
  },
  {
    username: 'anita.verma',
    sections: ['EyeHospital', 'Nursing', 'Physiotherapy', ...OWN_ACCOUNT],
    joinedDaysAgo: 430,
  },
  { username: 'gopal.yadav', sections: ['Gaushala', ...OWN_ACCOUNT], joinedDaysAgo: 260 },
  {
    username: 'farida.khan',
    sections: ['Dashboard', 'HomeVideo', 'Gallery', 'Events', 'Message', ...OWN_ACCOUNT],
    joinedDaysAgo: 75,
  },
]

export function sampleAdmins(
  now: Date,
  password: Pick<Tables['admins'], 'password_hash' | 'must_change_password'>,
  newId: () => string,
): Tables['admins'][] {
  return SAMPLE_ADMINS.map(({ username, sections, joinedDaysAgo }) => {
    const joined = new Date(now.getTime() - joinedDaysAgo * DAY_MS).toISOString()
    return {
      id: newId(),
      username,
      username_key: usernameKey(username),
      email: `${username}@example.org`,
      role: 'admin',
      sections: JSON.stringify(sections),
      ...password,
      language: null,
      created_at: joined,
      updated_at: joined,
    }
  })
}
