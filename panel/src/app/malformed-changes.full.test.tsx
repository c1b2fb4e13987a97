import { toast } from 'react-hot-toast/headless'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { respondWith } from '../../testing/backend.ts'
import {
  expectNoRawValues,
  openMalformedPanel,
  press,
  WAIT_OPTIONS,
  watchConsole,
} from '../../testing/malformed-panel.tsx'
import { CHANGE_RESPONSES } from '../../testing/malformed-responses.ts'
import { type Backend, SUPERADMIN } from '../../testing/open-panel.tsx'

const AT = '2026-03-01T06:00:00.000Z'
const item = (more: object) => ({ _id: '7', title: 'Milk', description: 'Each morning', createdAt: AT, ...more })
const PHOTOS: Backend = { 'GET /galleryphoto/School': [200, [item({ imageUrl: 'a.jpg' })]] }
const DONATIONS: Backend = { 'GET /donate': [200, [{ _id: '7', donorName: 'Asha', amount: 100, createdAt: AT }]] }
const ADMINS: Backend = {
  'GET /admin': [200, [{ _id: 7, username: 'ramesh', email: 'r@x.org', role: 'admin', sections: ['School'] }]],
}
const SESSIONS: Backend = {
  'GET /admin/sessions': [200, [1, 2].map((_id) => ({ _id, device: `Phone ${_id}`, isActive: true, lastSeenAt: AT }))],
}

interface Change {
  name: string
  path: string
  call: string
  responses: Backend
  /** Submits the change. */
  make: () => Promise<void>
  /** The text after success and after failure, in a toast or a dialog. */
  done: string
  failed: string
  /** Tries only a sample of the responses. */
  isSampled?: boolean
}

const confirming = (button: string | RegExp, confirmLabel: string | RegExp) => async () => {
  await press(button)
  await press(confirmLabel)
}
const form = (open: string | RegExp, save: string | RegExp) => async () => {
  if (!document.querySelector('main form')) await press(open)
  await press(save)
}
const filled = (open: string, fields: Record<string, string>, save: RegExp) => async () => {
  if (open && !document.querySelector('main form')) await press(open)
  for (const [name, text] of Object.entries(fields)) await page.getByLabelText(name, { exact: true }).fill(text)
  await press(save)
}
const SAVE = 'Save'
const sampled = { isSampled: true }

const CHANGES: Change[] = [
  {
    name: 'delete a photo',
    path: '/school',
    call: 'DELETE /galleryphoto/School/7',
    responses: PHOTOS,
    make: confirming('Delete Milk', 'Yes, delete it!'),
    done: 'Your photo has been deleted.',
    failed: 'Failed to delete photo.',
    ...sampled,
  },
  {
    name: 'add a photo',
    path: '/school',
    call: 'POST /galleryphoto/addPhoto',
    responses: PHOTOS,
    make: form('Add New Photo', SAVE),
    done: 'Photo(s) added successfully',
    failed: 'Failed to save photo',
  },
  {
    name: 'change a photo',
    path: '/school',
    call: 'PUT /galleryphoto/School/7',
    responses: PHOTOS,
    make: form('Edit Milk', SAVE),
    done: 'Photo updated successfully',
    failed: 'Failed to save photo',
    ...sampled,
  },
  {
    name: 'change a video',
    path: '/home-video',
    call: 'PUT /homevideo/updatevideo',
    responses: { 'GET /homevideo/getvideo': [200, [item({ videoUrl: 'a.mp4' })]] },
    make: form('Edit Milk', SAVE),
    done: 'Video updated successfully',
    failed: 'Failed to save video',
    ...sampled,
  },
  {
    name: 'delete a video',
    path: '/home-video',
    call: 'DELETE /homevideo/deletevideo/7',
    responses: { 'GET /homevideo/getvideo': [200, [item({ videoUrl: 'a.mp4' })]] },
    make: confirming('Delete Milk', 'Yes, delete it!'),
    done: 'Your video has been deleted.',
    failed: 'Failed to delete video.',
    ...sampled,
  },
  {
    name: 'change an event',
    path: '/events',
    call: 'PUT /event/7',
    responses: { 'GET /event': [200, [item({})]] },
    make: form('Edit Milk', SAVE),
    done: 'Event updated successfully',
    failed: 'Failed to save event',
    ...sampled,
  },
  {
    name: 'delete an event',
    path: '/events',
    call: 'DELETE /event/7',
    responses: { 'GET /event': [200, [item({})]] },
    make: confirming('Delete Milk', 'Yes'),
    done: 'Your event has been deleted.',
    failed: 'Failed to delete event.',
    ...sampled,
  },
  {
    name: 'delete a donor',
    path: '/users',
    call: 'DELETE /donate/7',
    responses: DONATIONS,
    make: confirming(/^Delete/, 'Yes'),
    done: 'Deleted!',
    failed: 'Failed to delete user.',
    ...sampled,
  },
  {
    name: 'delete a message',
    path: '/message',
    call: 'DELETE /message/deleteMessage/7',
    responses: { 'GET /message/getMessage': [200, [{ _id: '7', name: 'Anil' }]] },
    make: confirming(/^Delete/, 'Yes'),
    done: 'Deleted!',
    failed: 'Server error while deleting message.',
    ...sampled,
  },
  {
    name: 'delete an admin',
    path: '/admin',
    call: 'DELETE /admin/7',
    responses: ADMINS,
    make: confirming('Delete ramesh', 'Yes'),
    done: 'Deleted!',
    failed: 'Failed to delete admin.',
    ...sampled,
  },
  {
    name: 'add an admin',
    path: '/admin',
    call: 'POST /admin/addadmin',
    responses: ADMINS,
    make: form('Add New Admin', SAVE),
    done: 'Admin added successfully',
    failed: 'Failed to save admin',
  },
  {
    name: 'change an admin',
    path: '/admin',
    call: 'PUT /admin/7',
    responses: ADMINS,
    make: form('Edit ramesh', SAVE),
    done: 'Admin updated successfully',
    failed: 'Failed to save admin',
    ...sampled,
  },
  {
    name: 'log a session out',
    path: '/login-sessions',
    call: 'POST /admin/sessions/1/revoke',
    responses: SESSIONS,
    make: confirming('Logout Phone 1', 'Yes'),
    done: 'The session was logged out',
    failed: 'Failed to logout session',
    ...sampled,
  },
  {
    name: 'log all other sessions out',
    path: '/login-sessions',
    call: 'POST /admin/sessions/revoke-others',
    responses: SESSIONS,
    make: confirming('Logout all others', 'Yes'),
    done: 'All other sessions were logged out',
    failed: 'Failed to logout other sessions',
    ...sampled,
  },
  {
    name: 'delete a session',
    path: '/login-sessions',
    call: 'DELETE /admin/sessions/1',
    responses: SESSIONS,
    make: confirming('Delete Phone 1', 'Yes'),
    done: 'Deleted!',
    failed: 'Failed to delete session',
    ...sampled,
  },
  {
    name: 'change the profile',
    path: '/profile',
    call: 'PUT /admin/1',
    responses: {},
    make: form('Edit Profile', SAVE),
    done: 'Profile updated successfully',
    failed: 'Failed to update profile',
    ...sampled,
  },
  {
    name: 'change the password',
    path: '/update-password',
    call: 'PUT /admin/update-password',
    responses: {},
    make: filled(
      '',
      { 'Current password': 'Cows#2026', 'New password': 'Calves#2026', 'Confirm new password': 'Calves#2026' },
      /^Update password$/,
    ),
    done: 'Password updated successfully',
    failed: 'Failed to update password. Please try again.',
    ...sampled,
  },
]

const SAMPLE = ['null', 'a web page', 'a refusal without a message', 'a connection closed in the middle of the body']

let consoleErrors: string[]
beforeEach(() => {
  consoleErrors = watchConsole()
})

test.each(CHANGES)('$name: shows success or failure for every malformed response', async (change) => {
  const { call, path, responses, make, done, failed, isSampled } = change
  const { refetch } = await openMalformedPanel(path, responses)
  for (const [name, isDone, reply] of CHANGE_RESPONSES) {
    if (isSampled && !SAMPLE.includes(name)) continue
    // A refetch restores the record that the last pass deleted, but would close an open form.
    if (document.querySelector('main form')) await respondWith({ ...SUPERADMIN, ...responses, [call]: reply })
    else await refetch({ [call]: reply })
    await make()
    await vi.waitFor(() => expect(shownTexts([done, failed]), name).toEqual([isDone ? done : failed]), WAIT_OPTIONS)
    expectNoRawValues(consoleErrors)
    const ok = [...document.querySelectorAll('[role=alertdialog] button')].find(
      ({ textContent }) => textContent === 'OK',
    )
    if (ok instanceof HTMLElement) await press('OK')
    toast.remove()
    await vi.waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull(), WAIT_OPTIONS)
  }
})

/** Those of `words` that a toast or a dialog shows. */
function shownTexts(words: string[]): string[] {
  const places = [...document.querySelectorAll('[role=status], [role=alertdialog]')].map(
    ({ textContent }) => textContent,
  )
  return words.filter((one) => places.some((text) => text.includes(one)))
}
