import { msg } from '@lingui/core/macro'
import { getCurrentAdmin, updateAdmin } from '@sevadesk/contract/admin.ts'
import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { meQuery } from '../../session/current-admin.ts'
import { currentAdminFields, readCurrentAdmin } from '../../session/fetch-current-admin.ts'

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

export function profileDraft({ _id, username, email, given }: Profile): ProfileDraft {
  return { id: _id, username, email, given }
}

/**
 * Saves the whole profile (specification, section 6). Sends the role and sections loaded last, so
 * that rights removed while the form was open are not restored. Rejects if the profile is not
 * saved.
 */
export function useSaveProfile(): (draft: ProfileDraft) => Promise<unknown> {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, username, email, given }: ProfileDraft) =>
      call(updateAdmin, {
        params: { id },
        body: { username, email, ...(queryClient.getQueryData(profileQuery.queryKey)?.given ?? given) },
      }),
    onSuccess: (_answer, { username, email }) => {
      queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, username, email })
      queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, username, email })
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ['admins'] })
    },
    meta: { errorMessage: msg`Failed to update profile`, successMessage: msg`Profile updated successfully` },
  })
  return mutateAsync
}

function readProfile(response: unknown): Profile {
  const { role, sections } = currentAdminFields(response)
  const given = { ...(role !== undefined && { role }), ...(sections !== undefined && { sections }) }
  return { ...readCurrentAdmin(response), given: given as Profile['given'] }
}
