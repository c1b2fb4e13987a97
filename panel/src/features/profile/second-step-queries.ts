import { msg } from '@lingui/core/macro'
import {
  confirmSecondStep,
  getSecondStep,
  giveCode,
  renewRecoveryCodes,
  setUpSecondStep,
  turnOffSecondStep,
} from '@sevadesk/contract/accounts/second-step.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dataOf } from '../../api/read-response.ts'
import { saveFile } from '../../api/save-file.ts'
import { meQuery } from '../../session/current-admin.ts'
import { withReauthentication } from '../../session/reauthentication.ts'

const secondStepQuery = queryOptions({
  queryKey: ['second-step'],
  queryFn: async ({ signal }) => dataOf(await call(getSecondStep, {}, { signal })),
})

export function useSecondStep() {
  return useQuery(secondStepQuery)
}

/** Makes a secret. Its failures are shown in the section. */
export function useSetUpSecondStep() {
  return useMutation({
    mutationFn: async () => dataOf(await withReauthentication(() => call(setUpSecondStep, {}))),
    meta: { errorMessage: msg`Failed to set up two-step sign-in`, preferServerMessage: true },
  })
}

/** Confirms the secret by a code. Resolves to the recovery codes. */
export function useConfirmSecondStep() {
  return useMutation({
    mutationFn: async (code: string) =>
      dataOf(await withReauthentication(() => call(confirmSecondStep, { body: { code } }))).recoveryCodes,
    onSuccess: useReloadSecondStep(),
    meta: { successMessage: msg`Two-step sign-in is on` },
  })
}

/** Resolves to the new recovery codes. */
export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: async () => dataOf(await withReauthentication(() => call(renewRecoveryCodes, {}))).recoveryCodes,
    onSuccess: useReloadSecondStep(),
    meta: { errorMessage: msg`Failed to make new recovery codes`, preferServerMessage: true },
  })
}

export function useTurnOffSecondStep() {
  return useMutation({
    mutationFn: () => withReauthentication(() => call(turnOffSecondStep, {})),
    onSuccess: useReloadSecondStep(),
    meta: {
      errorMessage: msg`Failed to turn off two-step sign-in`,
      preferServerMessage: true,
      successMessage: msg`Two-step sign-in is off`,
    },
  })
}

/** Sends a code, so that the change that needed it can be repeated. */
export function useGiveCode() {
  return useMutation({
    mutationFn: (code: string) => call(giveCode, { body: { code } }),
    onSuccess: useReloadSecondStep(),
  })
}

/**
 * Refetches the admin once the second step that the server required is set up. If the refetch
 * fails, only clears `mustSetUpSecondStep`, because the server has confirmed the set-up.
 */
export function useRefetchAdmin(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => {
    queryClient.setQueryData(meQuery.queryKey, (admin) => admin && { ...admin, mustSetUpSecondStep: false })
    return queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  }
}

export function saveRecoveryCodes(codes: readonly string[], name: string): void {
  saveFile(new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain' }), name)
}

function useReloadSecondStep() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries(secondStepQuery)
    void queryClient.invalidateQueries({ queryKey: ['sessions'] })
  }
}
