import { useLingui } from '@lingui/react/macro'

/** An error, with `kind` and `status` if it is an API error. */
interface Failure {
  /** The server's message, or empty. */
  message: string
  kind?: unknown
  status?: unknown
}

/** Whether a record that carries a version was deleted while its form was open. */
export function isDeleted(error: Error, { version }: { version?: number | undefined }): boolean {
  return version !== undefined && Reflect.get(error, 'status') === 404
}

/** Explains a failed save: the server's message, or else a general sentence. */
export function useFailureText(): (failure: Failure) => string {
  const { t } = useLingui()
  return ({ message, kind, status }) => {
    if (message) return message
    if (kind === 'network') return t`The server did not answer. Check your internet connection and try again.`
    if (status === 413) return t`This is too large for the server. Choose fewer or smaller files.`
    return t`The server could not save this. Please try again.`
  }
}
