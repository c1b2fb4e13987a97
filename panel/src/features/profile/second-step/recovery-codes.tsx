import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import Copy from '~icons/lucide/copy'
import Download from '~icons/lucide/download'
import Printer from '~icons/lucide/printer'
import { Button } from '../../../ui/base/button.tsx'
import { toast } from '../../../ui/base/toast.tsx'
import { saveRecoveryCodes } from '../second-step-queries.ts'
import styles from './set-up.module.css'

/** Shows the recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function copy() {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.success(t`Recovery codes copied`),
      () => toast.error(t`Could not copy the recovery codes. Download or print them.`),
    )
  }

  return (
    <div className={styles.codes}>
      <h3 ref={heading} tabIndex={-1}>
        {t`Your recovery codes`}
      </h3>
      <p>
        {t`With one of these codes you can log in if your phone is lost. Each works once. Print or save them now and keep them apart from your phone: they are not shown again.`}
      </p>
      <ul className={styles.list} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions} data-print="no">
        {'clipboard' in navigator && (
          <Button icon={<Copy aria-hidden="true" />} onClick={copy}>
            {t`Copy`}
          </Button>
        )}
        <Button
          icon={<Download aria-hidden="true" />}
          onClick={() => saveRecoveryCodes(codes, 'sevadesk-recovery-codes.txt')}
        >
          {t`Download`}
        </Button>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          {t`Print`}
        </Button>
      </div>
      <div className={styles.actions} data-print="no">
        <Button variant="primary" onClick={onDone}>
          {t`I have saved the codes`}
        </Button>
      </div>
    </div>
  )
}
