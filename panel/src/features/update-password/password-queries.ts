import { msg } from '@lingui/core/macro'
import { updatePassword } from '@sevadesk/contract/accounts/admin.ts'
import type { PasswordChange } from '@sevadesk/contract/accounts/password.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refreshAfterPassword } from '../../session/current-admin.ts'

/** Changes the user's own password, and refetches the current admin. */
export function useUpdatePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: PasswordChange) => call(updatePassword, { body }),
    onSuccess: async () => {
      // Every cached response is stale: the server ended the other sessions, and may have refused
      // requests before the change.
      void queryClient.invalidateQueries({ refetchType: 'none' })
      await refreshAfterPassword(queryClient)
    },
    meta: {
      errorMessage: msg`Failed to update password. Please try again.`,
      preferServerMessage: true,
      successMessage: msg`Password updated successfully`,
    },
  })
}
