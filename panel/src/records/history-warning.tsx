import { Trans } from '@lingui/react/macro'
import { ErrorLine } from '../ui/feedback/error-state.tsx'

/** Says that rows of the history are wrong, or that only its end could not be checked. */
export function HistoryWarning({ isEndUnchecked }: { isEndUnchecked: boolean }) {
  return (
    <ErrorLine>
      {isEndUnchecked ? (
        <Trans>
          It cannot be checked whether the end of the history is whole. Ask the person who runs the server to run{' '}
          <code translate="no">npm run history:verify</code>.
        </Trans>
      ) : (
        <Trans>
          The history was changed outside SevaDesk. Ask the person who runs the server to check it with{' '}
          <code translate="no">npm run history:verify</code>.
        </Trans>
      )}
    </ErrorLine>
  )
}
