import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { lookAgain, useLoginElsewhere } from '../../session/session-end.ts'
import { Button } from '../../ui/base/button.tsx'
import { Cover } from '../../ui/dialog/cover.tsx'

/** Hides the screen from whoever logged in in another tab until it is known who that is; the same person finds it as it was. */
export function LoginElsewhere() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const state = useLoginElsewhere()
  const [isTrying, setTrying] = useState(false)

  async function tryAgain() {
    setTrying(true)
    await lookAgain(queryClient)
    setTrying(false)
  }

  return (
    <Cover isOpen={state !== undefined} title={t`Somebody logged in in another tab`}>
      <p role="status">
        {state === 'unanswered' ? t`There is no answer yet about who it is.` : t`Finding out who it is...`}
      </p>
      <p>{t`If it is you, your work here is as you left it.`}</p>
      {state === 'unanswered' && (
        <Button icon={<RotateCw aria-hidden="true" />} isPending={isTrying} onClick={() => void tryAgain()}>
          {t`Try again`}
        </Button>
      )}
    </Cover>
  )
}
