import { msg } from '@lingui/core/macro'
import { getCurrentAdmin, updateAdmin } from '@sevadesk/contract/accounts/admin.ts'
import type { CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { readRecord, readText, readVersion } from '../../api/records/fields.ts'
import { meQuery } from '../../session/current-admin.ts'
import { currentAdminFields, readCurrentAdmin } from '../../session/fetch-current-admin.ts'
import { withReauthentication } from '../../session/reauthentication.ts'
import { useIsExtended } from '../../session/use-me.ts'

/** The user's own account. */
export interface Profile extends CurrentAdmin {
  given: GivenRights
}

/** Role and sections exactly as the backend sent them, to be sent back unchanged. */
type GivenRights = Pick<CurrentAdmin, 'role' | 'sections'>

export interface ProfileDraft {
  id: string
  username: string
  email: string
  given: GivenRights
  /** The version that the changes begin from. */
  version: number | undefined
}

/** The key starts with the key of `meQuery`, so that both are invalidated together. */
const profileQuery = queryOptions({
  queryKey: [...meQuery.queryKey, 'profile'],
  queryFn: async ({ signal }) => readProfile(await call(getCurrentAdmin, {}, { signal })),
  meta: { errorMessage: msg`Failed to load profile` },
})

export function useProfile() {
  return useQuery(profileQuery)
}

export function profileDraft({ _id, username, email, given, version }: Profile): ProfileDraft {
  return { id: _id, username, email, given, version }
}

/**
 * Saves the whole profile (specification, section 6). Sends the role and sections loaded last, so
 * that rights removed while the form was open are not restored. Rejects if the profile is not
 * saved.
 */
export function useSaveProfile(): (draft: ProfileDraft) => Promise<unknown> {
  const queryClient = useQueryClient()
  const isVersioned = useIsExtended()
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, username, email, given, version }: ProfileDraft) => {
      const rights = queryClient.getQueryData(profileQuery.queryKey)?.given ?? given
      const input = { params: { id }, body: { username, email, ...rights } }
      return withReauthentication(() => call(updateAdmin, input, { version: isVersioned ? version : undefined }))
    },
    onSuccess: (response, { username, email }) => {
      const version = readVersion(readRecord(readRecord(response).data).version)
      const saved = { username, email, ...(version !== undefined && { version }) }
      queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, ...saved })
      queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, username, email })
    },
    onError: (error) => {
      const theirs = error instanceof ApiError ? findProfile(error.current) : undefined
      queryClient.setQueryData(
        profileQuery.queryKey,
        (profile) => profile && theirs && { ...theirs, level: profile.level },
      )
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ['admins'] })
    },
    meta: { errorMessage: msg`Failed to update profile`, successMessage: msg`Profile updated successfully` },
  })
  return mutateAsync
}

/** Reads a record of the server into a draft; `undefined` if it is none. */
export function readProfileDraft(record: unknown): ProfileDraft | undefined {
  const profile = findProfile(record)
  return profile && profileDraft(profile)
}

function findProfile(record: unknown): Profile | undefined {
  return readText(readRecord(record)._id) ? readProfile(record) : undefined
}

function readProfile(response: unknown): Profile {
  const { role, sections } = currentAdminFields(response)
  const given = { ...(role !== undefined && { role }), ...(sections !== undefined && { sections }) }
  return { ...readCurrentAdmin(response), given: given as Profile['given'] }
}
