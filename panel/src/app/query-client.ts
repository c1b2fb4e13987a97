import { i18n, type MessageDescriptor } from '@lingui/core'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRecord, readText } from '../api/answer.ts'
import { ApiError } from '../api/api-error.ts'
import { lookAgain } from '../session/session-end.ts'
import { toast } from '../ui/base/toast.tsx'

interface CallMeta extends Record<string, unknown> {
  /** The toast when the call fails, in the specification's words; they may depend on how it failed. None means that no toast shows. */
  errorMessage?: MessageDescriptor | ((error: Error) => MessageDescriptor | undefined)
  /** Show the server's own sentence in place of the toast's words where there is one. */
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
/** What may speak of the account itself: the session is over, a section was taken away, or the password has to be changed first. */
const ABOUT_ACCOUNT = [401, 403]

/** The one error policy: a failure shows its stated toast, and one that may speak of the account asks besides who is signed in. */
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
    if (error instanceof ApiError && ABOUT_ACCOUNT.includes(error.status)) void lookAgain(queryClient)
  }

  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onFailure(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => onFailure(error, mutation.meta),
      onSuccess: (answer, _variables, _result, mutation) => {
        const { successMessage, preferServerMessage } = mutation.meta ?? {}
        const ownWords = preferServerMessage && isRecord(answer) ? readText(answer.message) : ''
        if (successMessage) toast.success(ownWords || i18n._(successMessage))
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

/** Whether a failure may be gone on a second try; what the server refused, it will refuse again. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.kind === 'network' || error.status >= 500)
}
