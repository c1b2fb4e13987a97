import { useLingui } from '@lingui/react/macro'

/** What went wrong with a call; `kind` and `status` as the call's own error tells them, where it is one. */
interface Failure {
  /** The server's own sentence, or empty. */
  message: string
  kind?: unknown
  status?: unknown
}

/** Why something was not saved, in a sentence that is true of it: the server's own where there is one. */
export function useFailureText(): (failure: Failure) => string {
  const { t } = useLingui()
  return ({ message, kind, status }) => {
    if (message) return message
    if (kind === 'network') return t`The server did not answer. Check your internet connection and try again.`
    if (status === 413) return t`This is too large for the server. Choose fewer or smaller files.`
    return t`The server could not save this. Please try again.`
  }
}
