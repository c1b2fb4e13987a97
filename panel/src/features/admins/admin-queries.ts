import { msg } from '@lingui/core/macro'
import { addAdmin, deleteAdmin, listAdmins, updateAdmin } from '@sevadesk/contract/admin.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { readList, readText } from '../../api/answer.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { cutPage, tablePage } from '../../queries/table-page.ts'
import { useRemoval } from '../../queries/use-removal.ts'
import { useReload } from '../../queries/use-send-draft.ts'
import type { TablePage } from '../../ui/table/data-table-pages.tsx'
import { sortByDate } from '../../ui/table/sort-by-date.ts'
import { type AdminAccount, type AdminDraft, inOrder } from './admin-account.ts'

/** As many to a page as elsewhere (specification, section 9). */
export const ADMINS_PER_PAGE = 10

/** What stands between panel and server says with these that it got no answer. */
const BROKEN_GATEWAY = [502, 504]

/** What is old once an account has changed; the dashboard's count too. */
const STALE_KEY = ['admins']

const adminsQuery = queryOptions({
  queryKey: ['admins', 'list'],
  queryFn: async ({ signal }) => readAdmins(await call(listAdmins, {}, { signal })),
  meta: { errorMessage: msg`Failed to fetch admins` },
})

/** A page of the accounts of role admin, newest first. */
export function useAdmins(page: number): TablePage<AdminAccount> {
  const query = useQuery(adminsQuery)
  return tablePage(query, cutPage(query.data, page, ADMINS_PER_PAGE))
}

/** Saves what the form holds: a new account, or the one that is edited. Rejects if it is not saved. */
export function useSaveAdmin(): (draft: AdminDraft) => Promise<unknown> {
  const reload = useReload(STALE_KEY)
  const errorMessage = msg`Failed to save admin`
  const adding = useMutation({
    mutationFn: (draft: AdminDraft) =>
      call(addAdmin, { body: { ...fieldsOf(draft), password: draft.password } }).catch(withUnknownOutcome),
    onSettled: reload,
    meta: { errorMessage, successMessage: msg`Admin added successfully` },
  })
  const updating = useMutation({
    mutationFn: ({ id = '', password, ...draft }: AdminDraft) =>
      call(updateAdmin, { params: { id }, body: { ...changesOf(draft), ...(password !== '' && { password }) } }),
    onSettled: reload,
    meta: { errorMessage, successMessage: msg`Admin updated successfully` },
  })
  return (draft) => (draft.id === undefined ? adding : updating).mutateAsync(draft)
}

/** Without an answer the account may have been added, and trying again would add it twice. */
function withUnknownOutcome(error: unknown): never {
  if (error instanceof ApiError && (error.kind === 'network' || BROKEN_GATEWAY.includes(error.status))) {
    throw new ApiError({ kind: error.kind, status: error.status, unknownOutcome: 'repeats' })
  }
  throw error
}

export function useDeleteAdmin() {
  return useRemoval({
    listKey: adminsQuery.queryKey,
    staleKey: STALE_KEY,
    remove: (id) => call(deleteAdmin, { params: { id } }),
  })
}

/** A superadmin holds everything and is given no sections. */
function fieldsOf({ username, email, role, sections }: Omit<AdminDraft, 'password'>) {
  return { username, email, role, sections: role === 'admin' ? inOrder(sections) : [] }
}

/** Without what the list did not say and the person left alone: to send it as empty would take rights from the account. */
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
  }
}

/** Reads what any backend may answer, in its order where no account has a date. Throws ApiError for what isn't a list. */
function readAdmins(answer: unknown): AdminAccount[] {
  const accounts = readList(answer).filter(isOfRoleAdmin).map(readAdmin)
  return accounts.some(({ createdAt }) => hasDate(createdAt)) ? sortByDate(accounts, 'latest') : accounts
}

/** The list holds accounts of role admin alone (specification, section 6), so one that names no role is one. */
function isOfRoleAdmin({ role }: Record<string, unknown>): boolean {
  const word = readText(role).toLowerCase()
  return word === '' || word === 'admin'
}

const TEXT_FIELDS = ['username', 'email', 'role'] as const

function readAdmin(fields: Record<string, unknown>, index: number): AdminAccount {
  const _id = readText(fields._id)
  return {
    id: _id || `without-id-${index}`,
    _id,
    username: readText(fields.username),
    email: readText(fields.email),
    role: 'admin',
    sections: Array.isArray(fields.sections) ? fields.sections.map(readText).filter(Boolean) : [],
    createdAt: fields.createdAt,
    unread: [
      ...TEXT_FIELDS.filter((field) => readText(fields[field]) === ''),
      ...(isListOfWords(fields.sections) ? [] : (['sections'] as const)),
    ],
  }
}

function isListOfWords(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => readText(entry) !== '')
}

function hasDate(createdAt: unknown): boolean {
  return (
    (typeof createdAt === 'string' || typeof createdAt === 'number') && !Number.isNaN(new Date(createdAt).getTime())
  )
}
