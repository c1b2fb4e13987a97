import { useLingui } from '@lingui/react/macro'
import { mayGrant, mayMakeSuperadmin } from '@sevadesk/contract/accounts/account-rights.ts'
import { isExtended } from '@sevadesk/contract/accounts/admin.ts'
import type { AdminRole, CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { DONATION_RIGHTS, mayInDonations } from '@sevadesk/contract/accounts/donation-rights.ts'
import { PASSWORD_REQUIREMENTS } from '@sevadesk/contract/accounts/password.ts'
import { GALLERY_KEYS, SECTION_KEYS } from '@sevadesk/contract/accounts/section.ts'
import { useState } from 'react'
import { unknownOutcomeOf } from '../../media/upload-failure.ts'
import { useFormRecord } from '../../queries/use-form-record.ts'
import { useDonationRightNames, useRoleName, useSectionName } from '../../records/account-names.ts'
import { PasswordField } from '../../ui/base/password-field.tsx'
import { TextField } from '../../ui/base/text-field.tsx'
import { Choice, Choices } from '../../ui/form/choice.tsx'
import { useFailureText } from '../../ui/form/failure-text.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { PasswordChecklist } from '../../ui/form/password-checklist.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import type { ConflictField } from '../../ui/form/use-conflict.ts'
import { fieldProps } from '../../ui/form/use-form.ts'
import type { PageFormProps } from '../../ui/form/use-page-form.ts'
import { useRecordForm } from '../../ui/form/use-record-form.tsx'
import { type AdminDraft, DEFAULT_SECTIONS, isChangedDraft, sortSections, unknownKeys } from './admin-account.ts'
import styles from './admin-form.module.css'
import { readAdminDraft, useSaveAdmin } from './admin-queries.ts'

interface AdminFormProps extends PageFormProps<AdminDraft> {
  /** The signed-in admin, who can grant only their own sections. */
  me: CurrentAdmin
}

/** Adds or edits an account. Sends the draft as entered; the server validates it. */
export function AdminForm({ initial, me, focusRequest, onSaved, onSavingChange }: AdminFormProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const saveAdmin = useSaveAdmin()
  const [sentRole, setSentRole] = useState(initial.role)
  const form = useRecordForm({
    record: useFormRecord('admin', initial.id),
    initial,
    isDirty: isChangedDraft,
    send: (draft) => {
      setSentRole(draft.role)
      return saveAdmin(draft)
    },
    onSaved,
    onSavingChange,
    conflict: {
      fields: useAdminConflictFields(),
      unedited: ['version'],
      readCurrent: (record) => readAdminDraft(record, me),
    },
    explain: explainUnknownOutcome,
  })
  const { draft, change, isSaving, fieldErrors } = form
  const isEdit = initial.id !== undefined

  function explainUnknownOutcome(failure: Error): string | undefined {
    const outcome = unknownOutcomeOf(failure)
    if (!outcome) return undefined
    const warning = outcome === 'once' ? onceText() : repeatsText()
    // A request that never left cannot be told from one whose response was lost.
    return Reflect.get(failure, 'kind') === 'network' ? `${failureText(failure)} ${warning}` : warning
  }

  function onceText(): string {
    return t`It may have been saved. If you save it again unchanged, it is not added twice.`
  }

  function repeatsText(): string {
    return sentRole === 'superadmin'
      ? t`The account may have been saved. Superadmins are not in the list below. Try again: if the username is already taken, it was saved.`
      : t`It may have been saved. Check the list below before you try again.`
  }

  return (
    // Of another account, a password that the browser filled without an input event is not sent.
    <FormPanel
      form={isEdit ? { ...form, save: () => form.save() } : form}
      title={isEdit ? t`Edit admin` : t`Add admin`}
      focusRequest={focusRequest}
    >
      <div className={styles.pair}>
        <TextField
          {...fieldProps(form, 'username')}
          label={t`Username`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...fieldProps(form, 'email')}
          label={t`Email`}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <div className={styles.password}>
        <PasswordField
          {...fieldProps(form, 'password')}
          {...(!isEdit && { value: undefined })}
          label={isEdit ? t`New password (optional)` : t`Password`}
          description={isEdit ? t`Leave it blank to keep the password as it is.` : undefined}
          autoComplete="new-password"
        />
        <PasswordChecklist requirements={PASSWORD_REQUIREMENTS} password={draft.password} isOptional={isEdit} />
      </div>
      <RolePicker
        value={draft.role}
        onChange={(role) => change({ role })}
        maySuperadmin={mayMakeSuperadmin(me)}
        errorMessage={fieldErrors.role}
        isReadOnly={isSaving}
      />
      {draft.role === 'admin' && (
        <RightsPicker
          actor={me}
          value={draft.sections}
          initial={initial.sections}
          onChange={(sections) => change({ sections })}
          errorMessage={fieldErrors.sections}
          isReadOnly={isSaving}
        />
      )}
      {draft.role === 'admin' && draft.donationRights && mayNarrowDonations(draft) && (
        <DonationRightsPicker
          actor={me}
          value={draft.donationRights}
          onChange={(donationRights) => change({ donationRights })}
          errorMessage={fieldErrors.donationRights}
          isReadOnly={isSaving}
        />
      )}
    </FormPanel>
  )
}

/** `All` has no list of rights. */
function mayNarrowDonations({ sections }: AdminDraft): boolean {
  return sections.includes('Donations') && !sections.includes('All')
}

interface DonationRightsPickerProps extends Pick<SectionPickerProps, 'actor' | 'errorMessage' | 'isReadOnly'> {
  value: readonly string[]
  onChange: (rights: string[]) => void
}

/** What the account may do in Donations. Every right includes viewing. */
function DonationRightsPicker({ actor, value, onChange, errorMessage, isReadOnly }: DonationRightsPickerProps) {
  const { t } = useLingui()
  const names = useDonationRightNames()
  return (
    <Choices legend={t`Rights in donations`} errorMessage={errorMessage} isReadOnly={isReadOnly}>
      <ul className={styles.sections}>
        {DONATION_RIGHTS.map((right) => {
          const isChosen = value.includes(right)
          const isNotGrantable = !isChosen && !mayInDonations(actor, right)
          return (
            <li key={right} className={styles.section}>
              <Choice
                type="checkbox"
                label={names[right]}
                note={isNotGrantable ? t`You do not have this right yourself.` : undefined}
                checked={isChosen}
                disabled={right === 'view' || isNotGrantable}
                onChange={() => onChange(DONATION_RIGHTS.filter((each) => value.includes(each) !== (each === right)))}
              />
            </li>
          )
        })}
      </ul>
    </Choices>
  )
}

/** What is compared if others saved an account meanwhile, in the form's order. */
function useAdminConflictFields(): ConflictField<AdminDraft>[] {
  const { t } = useLingui()
  const roleName = useRoleName()
  const sectionName = useSectionName()
  const rightNames = useDonationRightNames()
  return [
    { name: 'username', label: t`Username`, keys: ['username'], show: ({ username }) => username },
    { name: 'email', label: t`Email`, keys: ['email'], show: ({ email }) => email },
    { name: 'role', label: t`Role`, keys: ['role'], show: ({ role }) => roleName(role) },
    {
      name: 'sections',
      label: t`Sections`,
      keys: ['sections'],
      comparable: ({ sections }) => sortSections(sections),
      show: ({ sections }) => sortSections(sections).map(sectionName).join(', '),
    },
    {
      name: 'donationRights',
      label: t`Rights in donations`,
      keys: ['donationRights'],
      show: ({ donationRights = [] }) =>
        DONATION_RIGHTS.filter((right) => donationRights.includes(right))
          .map((right) => rightNames[right])
          .join(', '),
    },
  ]
}

interface RolePickerProps {
  value: AdminRole
  onChange: (role: AdminRole) => void
  maySuperadmin: boolean
  errorMessage: string | undefined
  isReadOnly: boolean
}

function RolePicker({ value, onChange, maySuperadmin, errorMessage, isReadOnly }: RolePickerProps) {
  const { t } = useLingui()
  const roleName = useRoleName()
  const notes: Record<AdminRole, string> = {
    admin: t`Can open the sections chosen below.`,
    superadmin: t`Can open everything. Not shown in the list of admins.`,
  }
  const roles: AdminRole[] = maySuperadmin ? ['admin', 'superadmin'] : ['admin']
  return (
    <Choices legend={t`Role`} errorMessage={errorMessage} isReadOnly={isReadOnly}>
      <div className={styles.roles}>
        {roles.map((role) => (
          <Choice
            key={role}
            type="radio"
            name="role"
            label={roleName(role)}
            note={notes[role]}
            checked={value === role}
            onChange={() => onChange(role)}
          />
        ))}
      </div>
    </Choices>
  )
}

interface SectionPickerProps {
  /** The signed-in admin, who can grant only their own sections. */
  actor: CurrentAdmin
  value: readonly string[]
  /** The account's sections when the form opened. Unknown keys among them stay available. */
  initial: readonly string[]
  onChange: (sections: string[]) => void
  errorMessage: string | undefined
  isReadOnly: boolean
}

/** Our server's panel offers tasks and presets; the single sections are one click away. */
function RightsPicker(props: SectionPickerProps) {
  const { actor, value, initial, onChange, errorMessage, isReadOnly } = props
  const { t } = useLingui()
  const sectionName = useSectionName()
  const presets = usePresets()
  const tasks = useTasks()
  if (!isExtended(actor)) return <SectionPicker {...props} />
  const holds = (key: string) => value.includes('All') || value.includes(key)
  const ofPreset = (keys: readonly string[]) => sortSections(keys.filter((key) => mayGrant(actor, key)))
  const current = presets.findIndex(({ keys }) => ofPreset(keys).join() === sortSections(value).join())
  const namesOf = (keys: readonly string[]) => keys.map(sectionName).join(', ')
  return (
    <>
      <SelectField
        name="preset"
        label={t`Begin with the rights of`}
        value={String(current)}
        onChange={(index) => onChange(ofPreset(presets[Number(index)]?.keys ?? initial))}
        options={[
          { value: '-1', label: t`Chosen below` },
          ...presets.map(({ label }, index) => ({ value: String(index), label })),
        ]}
        readOnly={isReadOnly}
      />
      <Choices legend={t`Tasks`} errorMessage={errorMessage} isReadOnly={isReadOnly}>
        <ul className={styles.sections}>
          {tasks.map(({ label, keys }) => {
            const held = keys.filter(holds)
            const isPart = held.length > 0 && held.length < keys.length
            const heldNames = namesOf(held)
            return (
              <li key={label} className={styles.section}>
                <Choice
                  type="checkbox"
                  label={label}
                  note={isPart ? t`In part: ${heldNames}` : namesOf(keys)}
                  checked={held.length === keys.length}
                  disabled={value.includes('All') || (held.length === 0 && !keys.some((key) => mayGrant(actor, key)))}
                  onChange={(isTicked) => {
                    const others = value.filter((key) => !keys.includes(key))
                    const added = keys.filter((key) => value.includes(key) || mayGrant(actor, key))
                    onChange(sortSections(isTicked ? [...others, ...added] : others))
                  }}
                />
              </li>
            )
          })}
        </ul>
      </Choices>
      <details>
        <summary className={styles.fold}>{t`Single sections`}</summary>
        <SectionPicker {...props} errorMessage={undefined} />
      </details>
    </>
  )
}

function useTasks(): { label: string; keys: readonly string[] }[] {
  const { t } = useLingui()
  return [
    { label: t`Keep the website`, keys: ['HomeVideo', 'Gallery', 'Events'] },
    { label: t`Answer visitors`, keys: ['Message'] },
    { label: t`Keep donations and donors`, keys: ['UserInformation', 'Donations'] },
    { label: t`See the totals`, keys: ['Dashboard'] },
    { label: t`Manage accounts`, keys: ['Admin'] },
    { label: t`Look after the own account`, keys: DEFAULT_SECTIONS },
  ]
}

/** What the accounts of a trust usually may do. */
function usePresets(): { label: string; keys: readonly string[] }[] {
  const { t } = useLingui()
  const sectionName = useSectionName()
  return [
    { label: t`Website`, keys: ['HomeVideo', 'Gallery', 'Events', 'Message', ...DEFAULT_SECTIONS] },
    { label: t`Accountant`, keys: ['Dashboard', 'UserInformation', 'Donations', ...DEFAULT_SECTIONS] },
    ...GALLERY_KEYS.map((key) => {
      const name = sectionName(key)
      return { label: t`One institution: ${name}`, keys: [key, ...DEFAULT_SECTIONS] }
    }),
  ]
}

/** The sections of an account. Gallery covers its six pages, All covers everything. */
function SectionPicker(props: SectionPickerProps) {
  const { actor, value, initial, onChange, errorMessage, isReadOnly } = props
  const { t } = useLingui()
  const sectionName = useSectionName()
  const hasAll = value.includes('All')
  const hasGallery = hasAll || value.includes('Gallery')
  const others = unknownKeys(initial)

  function choice(key: string, isCovered: boolean) {
    const isChosen = value.includes(key)
    // A section that the account has can always be removed.
    const isNotGrantable = !isChosen && !isCovered && !others.includes(key) && !mayGrant(actor, key)
    return (
      <Choice
        type="checkbox"
        label={sectionName(key)}
        note={note(key, isNotGrantable)}
        checked={isChosen || isCovered}
        disabled={isCovered || isNotGrantable}
        onChange={(isTicked) =>
          onChange(sortSections(isTicked ? [...value, key] : value.filter((other) => other !== key)))
        }
      />
    )
  }

  function note(key: string, isNotGrantable: boolean): string | undefined {
    if (isNotGrantable) return t`You do not have this section yourself.`
    if (key === 'All') return t`All sections, including any added later.`
    return undefined
  }

  return (
    <Choices
      legend={t`Sections`}
      description={t`This admin can open only the ticked sections.`}
      errorMessage={errorMessage}
      isReadOnly={isReadOnly}
    >
      <div className={styles.all}>{choice('All', false)}</div>
      <ul className={styles.sections}>
        {SECTION_KEYS.filter((key) => key !== 'All').map((key) => (
          <li key={key} className={styles.section} data-pages={key === 'Gallery' || undefined}>
            {choice(key, hasAll)}
            {key === 'Gallery' && (
              <ul className={styles.pages} aria-label={t`Gallery pages`}>
                {GALLERY_KEYS.map((page) => (
                  <li key={page}>{choice(page, hasGallery)}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
        {others.map((key) => (
          <li key={key} className={styles.section}>
            {choice(key, false)}
          </li>
        ))}
      </ul>
    </Choices>
  )
}
