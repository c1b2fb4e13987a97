import { expect } from 'vitest'
import { neverRespond, ok } from './backend.ts'
import { type Backend, type Panel, SUPERADMIN } from './open-panel.tsx'

export const SCHOOL: Backend = { ...SUPERADMIN, 'GET /galleryphoto/School': ok([]) }

/** Opens the form of a new photo and types a title. */
export async function typeATitle({ getByRole, getByLabelText }: Panel): Promise<void> {
  await getByRole('button', { name: 'Add New Photo' }).first().click()
  await getByLabelText('Title').fill('At the sea')
}

/** Opens the form of a new photo, and starts a save that never ends. */
export async function openSavingForm(screen: Panel): Promise<void> {
  await screen.getByRole('button', { name: 'Gallery' }).click()
  await screen.getByRole('link', { name: 'School' }).click()
  await typeATitle(screen)
  await neverRespond()
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByRole('progressbar')).toBeVisible()
}

export const leaveQuestion = ({ getByRole }: Panel) => getByRole('alertdialog', { name: 'Leave without saving?' })
