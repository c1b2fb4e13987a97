import { i18n, type MessageDescriptor } from '@lingui/core'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { isRecord, readText } from '../api/records/fields.ts'
import { recheckSession } from '../session/session-check.ts'
import { toast } from '../ui/base/toast.tsx'

interface CallMeta extends Record<string, unknown> {
  /** The toast on failure, in the specification's words. Without it, no toast is shown. */
  errorMessage?: MessageDescriptor | ((error: Error) => MessageDescriptor | undefined)
  /** The toast shows the server's message instead, if there is one; with a number, of that status alone. */
  preferServerMessage?: boolean | number
}

interface ChangeMeta extends CallMeta {
  /** The toast on success. */
  successMessage?: MessageDescriptor
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta
    mutationMeta: ChangeMeta
  }
}

const MAX_RETRIES = 1
const RETRY_DELAY_MS = 1000
/** A longer wait is left to the user, who sees the server's message and can try again. */
const MAX_RETRY_DELAY_MS = 5000
/** Statuses that may mean an ended session, a removed section or a temporary password. */
const ACCOUNT_STATUSES = [401, 403]

/**
 * Shows the toast of every failed or successful call, and rechecks the session after a 401 or 403.
 */
export function createQueryClient(): QueryClient {
  const onFailure = (failure: Error, meta: CallMeta | undefined): void => {
    // The error of a partly saved batch has the request's error as its cause.
    const error = failure.cause instanceof Error ? failure.cause : failure
    if (error.name === 'AbortError') return // cancelled by the user
    if (meta?.errorMessage) {
      const message = typeof meta.errorMessage === 'function' ? meta.errorMessage(error) : meta.errorMessage
      if (message) toast.error(preferredMessage(error, meta) || i18n._(message))
    }
    if (error instanceof ApiError && ACCOUNT_STATUSES.includes(error.status)) void recheckSession(queryClient)
  }

  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onFailure(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => onFailure(error, mutation.meta),
      onSuccess: (response, _variables, _result, mutation) => {
        const { successMessage, preferServerMessage } = mutation.meta ?? {}
        const serverMessage = preferServerMessage === true && isRecord(response) ? readText(response.message) : ''
        if (successMessage) toast.success(serverMessage || i18n._(successMessage))
      },
    }),
    defaultOptions: {
      // "online" would hold requests back while the browser reports being offline.
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) => count < MAX_RETRIES && isTransient(error),
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return queryClient
}

/** Returns the server's message, or empty unless the toast shows it. */
function preferredMessage(error: Error, { preferServerMessage }: CallMeta): string {
  if (!(error instanceof ApiError)) return ''
  return preferServerMessage === true || preferServerMessage === error.status ? error.message : ''
}

/** An overloaded server asks for a longer wait. */
function retryDelay(_count: number, error: Error): number {
  return error instanceof ApiError ? Math.max(RETRY_DELAY_MS, error.retryAfterMs) : RETRY_DELAY_MS
}

function isTransient(error: Error): boolean {
  if (!(error instanceof ApiError) || error.retryAfterMs > MAX_RETRY_DELAY_MS) return false
  return error.kind === 'network' || error.status >= 500
}
