import { getCurrentAdmin } from '@sevadesk/contract/admin.ts'
import type { CurrentAdmin, UploadLimits } from '@sevadesk/contract/admin-schemas.ts'
import { landingPath, SECTION_PATHS } from '@sevadesk/contract/section.ts'
import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { isRecord } from '../api/answer.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endTurn } from '../api/identity/person-turn.ts'
import { acceptSessionMark, changeElsewhere, readSessionMark } from '../api/identity/session-mark.ts'

const ME_KEY = ['me'] as const

/**
 * The current admin; `null` once it is known that nobody is signed in. A failed call throws, so that a lost line throws nobody out. When
 * somebody else answers than before, nothing that was fetched for the other one is left.
 */
export const meQuery = queryOptions({
  queryKey: ME_KEY,
  queryFn: async ({ signal, client }): Promise<CurrentAdmin | null> => {
    const mark = readSessionMark()
    const admin = await call(getCurrentAdmin, {}, { signal, asAnybody: true }).then(
      readCurrentAdmin,
      (error: unknown) => {
        // That nobody is there is an answer too.
        if (isSignedOut(error)) acceptSessionMark(mark)
        throw error
      },
    )
    acceptSessionMark(mark)
    const before = client.getQueryData<CurrentAdmin | null>(ME_KEY)
    if (before && personOf(before) !== personOf(admin)) {
      endTurn()
      forgetFetched(client)
    }
    return admin
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Whether a failure says that nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Who is signed in, asked once. Whoever is known to be is at work, and only `lookAgain` ends that. */
export function findAdmin(queryClient: QueryClient): Promise<CurrentAdmin | null> {
  const known = queryClient.getQueryData(meQuery.queryKey)
  if (known || (known === null && !changeElsewhere())) return Promise.resolve(known)
  return ask(queryClient, Number.POSITIVE_INFINITY)
}

/** Asks again who is signed in; an answer of the last few seconds, such as the one right after a login, is fresh enough. */
export function refreshAdmin(queryClient: QueryClient): Promise<CurrentAdmin | null> {
  return ask(queryClient, 5_000)
}

/** Whatever the failure of the first question, nobody is signed in (specification, section 4). A later one throws nobody out. */
async function ask(queryClient: QueryClient, maxAge: number): Promise<CurrentAdmin | null> {
  try {
    return await queryClient.fetchQuery({ ...meQuery, staleTime: changeElsewhere() ? 0 : maxAge })
  } catch {
    const known = queryClient.getQueryData(meQuery.queryKey) ?? null
    if (!known) queryClient.setQueryData(meQuery.queryKey, null)
    return known
  }
}

/** Where a person's work begins: with a made-up password at the change of it, whatever their sections are. */
export function startPath(admin: CurrentAdmin): string {
  return admin.mustChangePassword ? SECTION_PATHS.UpdatePassword : landingPath(admin)
}

/**
 * Asks anew who is signed in, once the password is another. If no answer comes the person is free all the same: the server has taken the
 * password, and says so on the next call if it still wants another.
 */
export async function refreshAfterPassword(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries(meQuery)
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => {
    queryClient.setQueryData(meQuery.queryKey, (admin) => admin && { ...admin, mustChangePassword: false })
  })
}

/** What tells one person from another: the id, or the name where a backend gives no id. */
export function personOf(admin: CurrentAdmin | null): string {
  return admin?._id || admin?.username || ''
}

/** Whether two answers are known to speak of one person. */
export function isSamePerson(one: CurrentAdmin | null | undefined, other: CurrentAdmin): boolean {
  return personOf(other) !== '' && personOf(one ?? null) === personOf(other)
}

/** Drops all that was fetched, but not who is signed in. */
export function forgetFetched(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isFetchedForMe })
}

/** Whether a query is anything but the one that asks who is signed in. */
export function isFetchedForMe({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return queryKey[0] !== ME_KEY[0] || queryKey.length > 1
}

/** Reads the answer of `/admin/me`, flat or wrapped in `data` or `admin`, with any field missing. Throws ApiError if no admin is in it. */
export function readCurrentAdmin(answer: unknown): CurrentAdmin {
  const fields = currentAdminFields(answer)
  return {
    _id: text(fields._id),
    username: text(fields.username),
    email: text(fields.email),
    role: fields.role === 'superadmin' ? 'superadmin' : 'admin',
    sections: texts(fields.sections),
    createdAt: moment(fields.createdAt),
    capabilities: texts(fields.capabilities),
    ...(fields.mustChangePassword === true && { mustChangePassword: true }),
    ...(isRecord(fields.uploadLimits) && { uploadLimits: readLimits(fields.uploadLimits) }),
  }
}

/** The admin in an answer of `/admin/me`, with its fields as the backend gave them. Throws ApiError if there is none. */
export function currentAdminFields(answer: unknown): Record<string, unknown> {
  const fields = [answer, inside(answer, 'data'), inside(answer, 'admin'), inside(inside(answer, 'data'), 'admin')]
    .filter(isRecord)
    .find(({ _id, username, role }) => _id || username || role)
  if (!fields) throw new ApiError({ kind: 'bad-answer', status: 200 })
  return fields
}

/** A limit that is not told, or makes no sense, is none. */
function readLimits(limits: Record<string, unknown>): UploadLimits {
  return {
    photoBytes: limit(limits.photoBytes),
    photoFiles: limit(limits.photoFiles),
    videoBytes: limit(limits.videoBytes),
  }
}

function limit(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : Number.POSITIVE_INFINITY
}

function inside(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}

function text(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : ''
}

/** Milliseconds since 1970 become ISO 8601; text stays as it is, whatever it says. */
function moment(value: unknown): string {
  const date = new Date(typeof value === 'number' ? value : Number.NaN)
  return Number.isNaN(date.getTime()) ? text(value) : date.toISOString()
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
