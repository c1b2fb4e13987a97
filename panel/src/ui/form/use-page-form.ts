import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCloseOnBack } from '../dialog/close-on-back.ts'
import { pageHeading } from '../layout/page-header.tsx'
import { useConfirmLeave } from './unsaved-changes.ts'

/** Props that a page passes to its form. */
export interface PageFormProps<Draft> {
  initial: Draft
  /** Each new number moves focus to the form and scrolls to it. */
  focusRequest: number
  onSaved: (draft: Draft) => void
  /** Asks first if there are unsaved changes. */
  onClose: () => void
  onSavingChange: (isSaving: boolean) => void
}

/**
 * The form that a page opens above its list: closed, open to add, or open to edit (specification,
 * section 4). `elementOf` finds the card or row that gets focus when the form closes.
 */
export function usePageForm<Draft extends { id?: string | undefined }>(
  elementOf?: (draft: Draft) => HTMLElement | null,
) {
  const [initial, setInitial] = useState<Draft>()
  const [isSaving, setSaving] = useState(false)
  const [focusRequest, setFocusRequest] = useState(0)
  const toggle = useRef<HTMLButtonElement>(null)
  const confirmLeave = useConfirmLeave('form')

  function close(draft: Draft | undefined) {
    // The toggle can take focus only once it is enabled again.
    flushSync(() => {
      setSaving(false)
      setInitial(undefined)
    })
    const element = draft && elementOf?.(draft)
    if (element) element.focus()
    else focusToggle()
  }

  /** Focuses the toggle, or the page's heading if the toggle is absent or disabled. */
  function focusToggle() {
    const target = toggle.current?.disabled === false ? toggle.current : pageHeading()
    target?.focus()
  }

  async function confirmAndClose() {
    if (await confirmLeave()) close(initial)
  }

  async function edit(draft: Draft) {
    if (isSaving) return
    if (initial && initial.id === draft.id) setFocusRequest(focusRequest + 1)
    else if (await confirmLeave()) setInitial(draft)
  }

  async function leave(open: () => void) {
    if (isSaving || !(await confirmLeave())) return
    setInitial(undefined)
    open()
  }

  // While saving, Back leaves the page after a question, which cancels an upload.
  useCloseOnBack(initial !== undefined && !isSaving, () => void confirmAndClose())

  const props: PageFormProps<Draft> | undefined = initial && {
    initial,
    focusRequest,
    onSaved: close,
    onClose: () => void confirmAndClose(),
    onSavingChange: setSaving,
  }

  return {
    /** `undefined` while the form is closed. */
    props,
    editedId: initial?.id,
    isSaving,
    toggle,
    add: setInitial,
    edit: (draft: Draft) => void edit(draft),
    /** Closes the form, after a question if it has unsaved changes, and opens another one of the page. */
    leave: (open: () => void) => void leave(open),
    /** Closes the form of a record that was deleted. */
    discard: (id: string) => setInitial((current) => (current?.id === id ? undefined : current)),
    focusToggle,
  }
}

export type PageFormState<Draft extends { id?: string | undefined }> = ReturnType<typeof usePageForm<Draft>>

export type PageForm = Pick<ReturnType<typeof usePageForm>, 'isSaving' | 'toggle'> & {
  props: Pick<PageFormProps<unknown>, 'onClose'> | undefined
}
