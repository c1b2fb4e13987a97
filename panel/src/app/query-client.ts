import { i18n, type MessageDescriptor } from '@lingui/core'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { checkPasswordDuty, checkSession } from '../session/session-end.ts'
import { toast } from '../ui/toast.tsx'

interface CallMeta extends Record<string, unknown> {
  /** The toast when the call fails, in the specification's words; they may depend on how it failed. None means that no toast shows. */
  errorMessage?: MessageDescriptor | ((error: Error) => MessageDescriptor | undefined)
  /** Show the server's own sentence in its place where there is one. */
  preferServerMessage?: boolean
}

interface ChangeMeta extends CallMeta {
  /** The toast when the change is made. */
  successMessage?: MessageDescriptor
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta
    mutationMeta: ChangeMeta
  }
}

const MAX_RETRIES = 1
/** What our server calls it when it refuses whoever has yet to change a made-up password. */
const MUST_CHANGE_PASSWORD = 'must_change_password'

/** The one error policy: a failure shows its stated toast, and besides a 401 asks whether the session is over. */
export function createQueryClient(): QueryClient {
  const onFailure = (failure: Error, meta: CallMeta | undefined): void => {
    // A batch that ended half-way says in its cause what ended it.
    const error = failure.cause instanceof Error ? failure.cause : failure
    if (error.name === 'AbortError') return // called off by the person, who knows
    if (meta?.errorMessage) {
      const ownWords = meta.preferServerMessage && error instanceof ApiError ? error.message : ''
      const words = typeof meta.errorMessage === 'function' ? meta.errorMessage(error) : meta.errorMessage
      if (words) toast.error(ownWords || i18n._(words))
    }
    if (error instanceof ApiError) askAboutAccount(error, queryClient)
  }

  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onFailure(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => onFailure(error, mutation.meta),
      onSuccess: (_data, _variables, _result, mutation) => {
        const message = mutation.meta?.successMessage
        if (message) toast.success(i18n._(message))
      },
    }),
    defaultOptions: {
      // "online" would leave a call waiting without a word while the browser believes to be offline.
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) => count < MAX_RETRIES && mayPass(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return queryClient
}

/** What a refusal may say of the account itself. */
function askAboutAccount({ status, code }: ApiError, queryClient: QueryClient): void {
  if (status === 401) void checkSession(queryClient)
  if (status === 403 && code === MUST_CHANGE_PASSWORD) void checkPasswordDuty(queryClient)
}

/** Whether a failure may be gone on a second try; what the server refused, it will refuse again. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.kind === 'network' || error.status >= 500)
}
