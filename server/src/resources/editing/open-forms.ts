import { REPORT_EDITING_EVERY_MS } from '@sevadesk/contract/records/editing.ts'
import type { Editor } from '@sevadesk/contract/records/editing-schemas.ts'

const LIFETIME_MS = 3 * REPORT_EDITING_EVERY_MS
/** Limits the memory that one account can use. */
const FORMS_PER_ADMIN = 50

export interface FormReport {
  /** Identifies the record among all kinds. */
  record: string
  formId: string
  admin: { id: string; username: string }
}

interface OpenForm extends FormReport {
  since: string
  reportedAtMs: number
}

/** Who has which record open in a form, in the memory of this process. */
export class OpenForms {
  readonly #forms = new Map<string, OpenForm>()
  readonly #now: () => number

  /** `now` returns ms of a clock that never jumps. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  open(report: FormReport): void {
    const key = keyOf(report)
    const before = this.#forms.get(key)
    const since = before?.record === report.record ? before.since : new Date().toISOString()
    this.#forms.set(key, { ...report, since, reportedAtMs: this.#now() })
    const own = [...this.#forms].filter(([, { admin }]) => admin.id === report.admin.id)
    for (const [oldest] of own.slice(0, -FORMS_PER_ADMIN)) this.#forms.delete(oldest)
  }

  close(report: FormReport): void {
    this.#forms.delete(keyOf(report))
  }

  /** The other accounts that have the record open, the first first. */
  othersAt({ record, admin }: FormReport): Editor[] {
    const oldest = this.#now() - LIFETIME_MS
    const editors = new Map<string, Editor>()
    for (const [key, form] of this.#forms) {
      if (form.reportedAtMs < oldest) this.#forms.delete(key)
      else if (form.record === record && form.admin.id !== admin.id && !editors.has(form.admin.id))
        editors.set(form.admin.id, { username: form.admin.username, since: form.since })
    }
    return [...editors.values()]
  }
}

function keyOf({ admin, formId }: FormReport): string {
  return `${admin.id} ${formId}`
}
