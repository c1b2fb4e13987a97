import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { answerChallenge, useChallenge } from '../../../session/reauthentication.ts'
import { CodeForm } from '../../../ui/base/code-form.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useFailureText } from '../../../ui/form/failure-text.ts'
import { useGiveCode } from '../second-step-queries.ts'
import styles from './dialog-text.module.css'

/** Asks for a code that a change needs. The page below keeps what was typed. */
export function CodeDialog() {
  const { t } = useLingui()
  const isOpen = useChallenge() === 'code'
  const cancel = () => answerChallenge(false)

  return (
    <Dialog title={t`Enter a code to continue`} isOpen={isOpen} onClose={cancel} focusField="code">
      <p className={styles.text}>{t`This change needs a code, because it is about how you log in.`}</p>
      <Form onCancel={cancel} />
    </Dialog>
  )
}

function Form({ onCancel }: { onCancel: () => void }) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { mutate, isPending, error } = useGiveCode()
  const failure = useMemo(() => (error ? { text: failureText(error) } : undefined), [error, failureText])
  return (
    <CodeForm
      isPending={isPending}
      failure={failure}
      submitLabel={t`Continue`}
      onSubmit={(code) => mutate(code, { onSuccess: () => answerChallenge(true) })}
      cancelLabel={t`Cancel`}
      onCancel={onCancel}
    />
  )
}
