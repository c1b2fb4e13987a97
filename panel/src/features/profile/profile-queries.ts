import { msg } from '@lingui/core/macro'
import { getCurrentAdmin, updateAdmin } from '@sevadesk/contract/admin.ts'
import type { CurrentAdmin } from '@sevadesk/contract/admin-schemas.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { currentAdminFields, meQuery, readCurrentAdmin } from '../../session/current-admin.ts'

/** What one may change of one's own account. */
export interface ProfileDraft {
  username: string
  email: string
}

/** One's own account. */
export interface Profile extends CurrentAdmin {
  /** Role and sections as the backend gave them, so that it gets the same back whatever they are. */
  given: Pick<CurrentAdmin, 'role' | 'sections'>
}

/** Its key begins as that of the question who is signed in: what makes one old makes both old. */
const profileQuery = queryOptions({
  queryKey: [...meQuery.queryKey, 'profile'],
  queryFn: async ({ signal }) => readProfile(await call(getCurrentAdmin, {}, { signal })),
  meta: { errorMessage: msg`Failed to load profile` },
})

export function useProfile() {
  return useQuery(profileQuery)
}

/**
 * Saves the whole profile, role and sections as they are by the newest answer (specification, section 6): what was taken away while the
 * form stood open is not given back. Rejects if it is not saved.
 */
export function useSaveProfile({ _id, given }: Profile): (draft: ProfileDraft) => Promise<unknown> {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ username, email }: ProfileDraft) =>
      call(updateAdmin, {
        params: { id: _id },
        body: { username, email, ...(queryClient.getQueryData(profileQuery.queryKey)?.given ?? given) },
      }),
    onSuccess: (_answer, { username, email }) => {
      // Shown at once, here and in the menu; what is fetched anew confirms it.
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

function readProfile(answer: unknown): Profile {
  const { role, sections } = currentAdminFields(answer)
  const given = { ...(role !== undefined && { role }), ...(sections !== undefined && { sections }) }
  return { ...readCurrentAdmin(answer), given: given as Profile['given'] }
}
