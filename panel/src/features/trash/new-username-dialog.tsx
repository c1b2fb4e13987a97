import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/base/button.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './trash-page.module.css'
import type { Renaming } from './use-trash-actions.ts'

interface NewUsernameDialogProps {
  renaming: Renaming
  isPending: boolean
  onRestore: (username: string) => void
  onClose: () => void
}

/** Asks for another username, because the account's own is taken. */
export function NewUsernameDialog({ renaming, isPending, onRestore, onClose }: NewUsernameDialogProps) {
  const { t } = useLingui()
  const { label } = renaming.entry
  const [username, setUsername] = useState(label)
  return (
    <Dialog isOpen title={t`Restore ${label}`} focusField="username" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onRestore(username)
        }}
      >
        <TextField
          label={t`Username`}
          name="username"
          value={username}
          onChange={setUsername}
          errorMessage={renaming.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isPending}
        />
        <div className={styles.formActions}>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {t`Restore`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
