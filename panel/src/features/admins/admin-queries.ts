import { msg } from '@lingui/core/macro'
import {
  addAdmin,
  deleteAdmin,
  isExtended,
  listAdmins,
  listSuperadmins,
  updateAdmin,
} from '@sevadesk/contract/accounts/admin.ts'
import type { AdminRole, CurrentAdmin } from '@sevadesk/contract/accounts/admin-schemas.ts'
import { DONATION_RIGHTS } from '@sevadesk/contract/accounts/donation-rights.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, type UnknownOutcome } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { type Fields, readIds, readText, readTexts, readTime, readVersion } from '../../api/records/fields.ts'
import { readList } from '../../api/records/record-list.ts'
import { slicePage, tablePage } from '../../queries/table-page.ts'
import { useIdempotency } from '../../queries/use-idempotency.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import { useReload } from '../../queries/use-send-draft.ts'
import { useVersionedSave } from '../../queries/use-versioned-save.ts'
import { useMe } from '../../session/use-me.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'
import { sortByDate } from '../../ui/table/sort-by-date.ts'
import { type AdminAccount, type AdminDraft, draftOf, sortSections } from './admin-account.ts'

/** As in the lists for which the specification sets a page size (section 9). */
export const ADMINS_PER_PAGE = 10

/** Statuses of a proxy that got no response from the server. */
const GATEWAY_ERRORS = [502, 504]

/** Query key prefix of the list and of the dashboard's count. */
const STALE_KEY = ['admins']

const adminsQuery = queryOptions({
  queryKey: ['admins', 'list'],
  queryFn: async ({ signal }) => readAdmins(await call(listAdmins, {}, { signal })),
  meta: { errorMessage: msg`Failed to fetch admins` },
})

/** A page of the accounts of role admin, newest first. */
export function useAdmins(page: number): TablePage<AdminAccount> {
  const query = useQuery(adminsQuery)
  return tablePage(query, slicePage(query.data, page, ADMINS_PER_PAGE))
}

const superadminsQuery = queryOptions({
  queryKey: ['admins', 'superadmins'],
  queryFn: async ({ signal }) =>
    newestFirst(readList(await call(listSuperadmins, {}, { signal })).map(readAccountOf('superadmin'))),
  meta: { errorMessage: msg`Failed to fetch superadmins` },
})

/** Whether the user may see the other superadmins: reading A15. */
export function useMaySeeSuperadmins(): boolean {
  const me = useMe()
  return me?.role === 'superadmin' && isExtended(me)
}

/** A page of the other superadmins, newest first. */
export function useSuperadmins(page: number): TablePage<AdminAccount> {
  const query = useQuery(superadminsQuery)
  return tablePage(query, slicePage(query.data, page, ADMINS_PER_PAGE))
}

/** Reads accounts of any role. */
function readAccounts(response: unknown): AdminAccount[] {
  return readList(response).map((fields, index) =>
    readAccountOf(isOfRoleAdmin(fields) ? 'admin' : 'superadmin')(fields, index),
  )
}

/** Reads a record of the server into a draft; `undefined` if it is none. */
export function readAdminDraft(record: unknown, actor: CurrentAdmin): AdminDraft | undefined {
  const [account] = readAccounts([record])
  return account && draftOf(account, actor)
}

/** Adds or updates an account. Rejects unless the server confirms. */
export function useSaveAdmin(): (draft: AdminDraft) => Promise<unknown> {
  const reload = useReload(STALE_KEY)
  const errorMessage = msg`Failed to save admin`
  const sendOnce = useIdempotency()
  const save = useVersionedSave({ keys: [adminsQuery.queryKey, superadminsQuery.queryKey], read: readAccounts })
  const adding = useMutation({
    mutationFn: (draft: AdminDraft) => {
      const body = { ...fieldsOf(draft), ...rightsToSend(draft), password: draft.password }
      return sendOnce({ record: 'new', content: body }, (key) =>
        call(addAdmin, { body }, { key }).catch(withUnknownOutcome(key === undefined ? 'repeats' : 'once')),
      )
    },
    onSettled: reload,
    meta: { errorMessage, successMessage: msg`Admin added successfully` },
  })
  const updating = useMutation({
    mutationFn: ({ id = '', password, ...draft }: AdminDraft) =>
      save(draft, (version) => {
        const body = { ...changesOf(draft), ...(password !== '' && { password }) }
        return call(updateAdmin, { params: { id }, body }, { version })
      }),
    onSettled: reload,
    meta: { errorMessage, successMessage: msg`Admin updated successfully` },
  })
  return (draft) => (draft.id === undefined ? adding : updating).mutateAsync(draft)
}

/** Without a response, the account may have been added. */
function withUnknownOutcome(unknownOutcome: UnknownOutcome) {
  return (error: unknown): never => {
    if (error instanceof ApiError && (error.kind === 'network' || GATEWAY_ERRORS.includes(error.status))) {
      throw new ApiError({ kind: error.kind, status: error.status, unknownOutcome })
    }
    throw error
  }
}

export function useAdminDeletion(role: AdminRole) {
  return useRemoval('admin', {
    listKey: role === 'superadmin' ? superadminsQuery.queryKey : adminsQuery.queryKey,
    staleKey: STALE_KEY,
    remove: (id) => call(deleteAdmin, { params: { id } }),
  })
}

/** A superadmin needs no sections. */
function fieldsOf({ username, email, role, sections }: Omit<AdminDraft, 'password'>) {
  return { username, email, role, sections: role === 'admin' ? sortSections(sections) : [] }
}

/** The rights in Donations, if the backend has them: null for all. */
function rightsToSend({ role, sections, donationRights: rights }: Omit<AdminDraft, 'password'>) {
  if (!rights || role !== 'admin' || !sections.includes('Donations')) return {}
  const listed = DONATION_RIGHTS.filter((right) => rights.includes(right))
  return { donationRights: listed.length === DONATION_RIGHTS.length ? null : listed }
}

/** Leaves out unreadable fields that the user did not change, so that they are not saved empty. */
function changesOf(draft: Omit<AdminDraft, 'password'>) {
  const { unread = [] } = draft
  const fields = fieldsOf(draft)
  const isUntouched = {
    username: draft.username === '',
    email: draft.email === '',
    role: draft.role === 'admin',
    sections: draft.role === 'admin' && draft.sections.length === 0,
  }
  const isSent = (field: keyof typeof fields) => !(unread.includes(field) && isUntouched[field])
  return {
    ...(isSent('username') && { username: fields.username }),
    ...(isSent('email') && { email: fields.email }),
    ...(isSent('role') && { role: fields.role }),
    ...(isSent('sections') && { sections: fields.sections }),
    ...rightsToSend(draft),
  }
}

/**
 * Newest first, or in the backend's order if no account has a date. Throws ApiError unless the
 * response is a list.
 */
function readAdmins(response: unknown): AdminAccount[] {
  return newestFirst(readList(response).filter(isOfRoleAdmin).map(readAccountOf('admin')))
}

function newestFirst(accounts: AdminAccount[]): AdminAccount[] {
  return accounts.some(({ createdAt }) => readTime(createdAt) !== undefined) ? sortByDate(accounts, 'latest') : accounts
}

/**
 * The list holds only accounts of role admin (specification, section 6), so a missing role counts
 * as admin.
 */
function isOfRoleAdmin({ role }: Fields): boolean {
  const text = readText(role).toLowerCase()
  return text === '' || text === 'admin'
}

const TEXT_FIELDS = ['username', 'email', 'role'] as const

function readAccountOf(role: AdminRole) {
  return (fields: Fields, index: number): AdminAccount => {
    const sections = readTexts(fields.sections)
    const isReadWhole = Array.isArray(fields.sections) && sections.length === fields.sections.length
    return {
      ...readIds(fields, index),
      username: readText(fields.username),
      email: readText(fields.email),
      role,
      sections,
      ...(Array.isArray(fields.donationRights) && { donationRights: readTexts(fields.donationRights) }),
      createdAt: fields.createdAt,
      version: readVersion(fields.version),
      unread: [
        ...TEXT_FIELDS.filter((field) => readText(fields[field]) === ''),
        ...(isReadWhole ? [] : (['sections'] as const)),
      ],
    }
  }
}
