import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import X from '~icons/lucide/x'
import { Button } from '../base/button.tsx'
import { isDoubleClick } from '../dialog/double-click.ts'
import type { PageForm } from './use-page-form.ts'

interface FormToggleProps {
  form: PageForm
  icon: ReactNode
  /** "Add New Photo" */
  label: string
  /** The look of the button that opens; a screen has at most one `primary`. */
  variant?: 'primary' | 'secondary'
  disabled?: boolean
  onOpen: () => void
}

/** The button in a page's header that opens and closes the page's form. */
export function FormToggle({ form, icon, label, variant = 'primary', disabled, onOpen }: FormToggleProps) {
  const { t } = useLingui()
  const { props, isSaving, toggle } = form
  return (
    <Button
      ref={toggle}
      variant={props ? 'secondary' : variant}
      icon={props ? <X aria-hidden="true" /> : icon}
      aria-expanded={props !== undefined}
      disabled={isSaving || disabled}
      onClick={(event) => {
        if (isDoubleClick(event)) return
        if (props) props.onClose()
        else onOpen()
      }}
    >
      {props ? t`Close Form` : label}
    </Button>
  )
}
