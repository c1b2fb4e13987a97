import { msg } from '@lingui/core/macro'
import { updatePassword } from '@sevadesk/contract/admin.ts'
import type { PasswordChange } from '@sevadesk/contract/password.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refreshAfterPassword } from '../../session/current-admin.ts'

/** Changes one's own password, and asks anew who one is. The page says why it failed; a toast does too. */
export function useUpdatePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: PasswordChange) => call(updatePassword, { body }),
    onSuccess: async () => {
      // The server has ended the other sessions, and refused much until now: all that was fetched is old.
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

/** What the server says of single fields, by their names in the call. */
export function refusedFields(error: Error | null): Partial<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {}
}
