import type { Locator, Page } from '@playwright/test'
import { hindi, hindiAround } from './hindi-texts.ts'
import type { PhoneUser } from './phone-user.ts'

/** What the tasks need from outside the panel. */
export interface TaskMaterial {
  username: string
  password: string
  /** Paths of four photos and a video. */
  photos: readonly [string, string, string, string]
  video: string
  /** A donor's phone as a caller says it: ten digits. */
  phone: string
  /** The sections that the server has stored for an admin. */
  sectionsOf: (username: string) => Promise<string[]>
}

interface Task {
  name: string
  /** Starts where the task before ended, and ends when its success is in sight. */
  run: (user: PhoneUser, material: TaskMaterial) => Promise<unknown>
}

/** The form ticks these at the start. */
const EVERYBODYS_SECTIONS = ['Profile', 'UpdatePassword', 'LoginSessions']

/** The twelve tasks of a new member of staff, each done the shortest way that the screen shows. */
export const TASKS: readonly Task[] = [
  {
    name: 'Sign in',
    async run(user, { username, password }) {
      await user.type(field(user.page, 'Username'), username)
      await user.type(field(user.page, 'Password'), password)
      await user.tap(button(user.page, 'Login'))
      await user.see(button(user.page, 'Open menu'))
    },
  },
  {
    name: 'Add three photos',
    async run(user, { photos }) {
      await openEntry(user, 'Gaushala', 'Gallery')
      await openForm(user, 'Add New Photo', 'Add photos')
      await user.type(field(user.page, 'Title', 'of a photo'), 'सुबह की गौ सेवा')
      await user.chooseFiles(button(user.page, 'Choose photos'), photos.slice(0, 3))
      await saveForm(user, 'Photo(s) added successfully')
    },
  },
  {
    name: 'Replace one photo',
    async run(user, { photos }) {
      await openCard(user, 'Edit photo')
      await user.chooseFiles(button(user.page, 'Choose photo'), photos[3])
      await saveForm(user, 'Photo updated successfully')
    },
  },
  {
    name: 'Delete one photo',
    async run(user) {
      await user.tap(firstCard(user.page).getByRole('button', { name: hindiAround('Delete {name}') }))
      await user.tap(button(user.page, 'Yes, delete it!'))
      await user.see(user.page.getByText(hindi('Your photo has been deleted.')))
      await user.tap(button(user.page, 'OK'))
    },
  },
  {
    name: 'Add an event',
    async run(user, { photos }) {
      await openEntry(user, 'Events')
      await openForm(user, 'Add New Event', 'Add event')
      await user.type(field(user.page, 'Title'), 'गोपाष्टमी मेला')
      await user.type(field(user.page, 'Date'), inAMonth())
      await user.chooseFiles(button(user.page, 'Choose photo'), photos[0])
      await saveForm(user, 'Event added successfully')
    },
  },
  {
    name: 'Edit an event',
    async run(user) {
      await openCard(user, 'Edit event')
      await user.type(field(user.page, 'Title'), 'गोपाष्टमी का मेला')
      await saveForm(user, 'Event updated successfully')
    },
  },
  {
    name: 'Add a video',
    async run(user, { video }) {
      await openEntry(user, 'Home Video')
      await openForm(user, 'Add New Video', 'Add video')
      await user.type(field(user.page, 'Title'), 'गौशाला की सुबह')
      await user.chooseFiles(button(user.page, 'Choose video'), video)
      await saveForm(user, 'Video added successfully')
    },
  },
  {
    name: 'Find a donation by phone',
    async run(user, { phone }) {
      await openEntry(user, 'Donations')
      await user.type(user.page.getByRole('searchbox'), phone)
      await user.see(donationOf(user.page, phone))
    },
  },
  {
    name: 'Its receipt',
    async run(user, { phone }) {
      const details = donationOf(user.page, phone).getByRole('button', {
        name: hindiAround('Details of {name}, {sum}, {day}'),
      })
      await user.tap(details)
      await download(user, button(user.page, 'Download receipt'), '.pdf')
    },
  },
  {
    name: "This month's donations as CSV",
    async run(user) {
      await user.tap(closeButton(user.page))
      await user.tap(button(user.page, 'Clear search'))
      await user.tap(button(user.page, 'Filter'))
      await user.chooseOption(user.page.getByLabel(hindi('Period'), { exact: true }), hindi('This Month'))
      await download(user, button(user.page, 'Export CSV'), '.csv')
    },
  },
  {
    name: 'Open a reply in the mail program',
    async run(user) {
      await openEntry(user, 'User Messages')
      await user.tap(user.page.getByTitle(hindi('Read the whole message')).first())
      const dialog = user.page.getByRole('dialog')
      const mail = mailAddressOfNextTap(user.page)
      await user.tap(dialog.getByRole('link', { name: hindi('Reply by e-mail') }))
      const address = await mail
      if (!/^mailto:.+@.+\?subject=Re/.test(address)) throw new Error(`The reply opens "${address}".`)
    },
  },
  {
    name: 'Make an admin for one gallery',
    async run(user, { sectionsOf }) {
      await user.tap(closeButton(user.page))
      await openEntry(user, 'Admin')
      await openForm(user, 'Add New Admin', 'Add admin')
      await user.type(field(user.page, 'Username'), 'sunita.devi')
      await user.type(field(user.page, 'Email'), 'sunita.devi@example.org')
      await user.type(field(user.page, 'Password'), 'Gaushala#2026')
      await user.tap(user.page.getByText(hindi('Single sections')))
      await user.tap(user.page.getByRole('checkbox', { name: hindi('Eye Hospital'), exact: true }))
      await saveForm(user, 'Admin added successfully')
      const sections = await sectionsOf('sunita.devi')
      if (sections.join() !== ['EyeHospital', ...EVERYBODYS_SECTIONS].join())
        throw new Error(`The new admin may open: ${sections.join(', ')}.`)
    },
  },
]

/** Opens a page from the drawer. */
async function openEntry(user: PhoneUser, entry: string, submenu?: string): Promise<void> {
  await user.tap(button(user.page, 'Open menu'))
  const menu = user.page.getByRole('dialog').getByRole('navigation')
  if (submenu) await user.tap(menu.getByRole('button', { name: hindi(submenu), exact: true }))
  await user.tap(menu.getByRole('link', { name: hindi(entry), exact: true }))
}

async function openForm(user: PhoneUser, addButton: string, heading: string): Promise<void> {
  await user.tap(button(user.page, addButton))
  await user.see(user.page.getByRole('heading', { name: hindi(heading), exact: true }))
}

/** Edits the newest card. */
async function openCard(user: PhoneUser, heading: string): Promise<void> {
  await user.tap(firstCard(user.page).getByRole('button', { name: hindiAround('Edit {name}') }))
  await user.see(user.page.getByRole('heading', { name: hindi(heading), exact: true }))
}

async function saveForm(user: PhoneUser, success: string): Promise<void> {
  await user.tap(button(user.page, 'Save'))
  await user.see(user.page.getByRole('status').getByText(hindi(success), { exact: true }))
}

async function download(user: PhoneUser, from: Locator, extension: string): Promise<void> {
  const download = user.page.waitForEvent('download')
  await user.tap(from)
  const file = await download
  const failure = await file.failure()
  if (failure || !file.suggestedFilename().endsWith(extension))
    throw new Error(`The download of "${file.suggestedFilename()}" failed: ${failure}`)
}

/** Resolves to the address of the next tapped mail link, which then opens no program. */
function mailAddressOfNextTap(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const report = (event: MouseEvent) => {
          const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="mailto:"]')
          if (!link) return
          event.preventDefault()
          removeEventListener('click', report)
          resolve(link.href)
        }
        addEventListener('click', report)
      }),
  )
}

/** A label may be followed by a note, such as "(optional)". */
function field(page: Page, label: string, context?: string): Locator {
  return page.locator('form').getByLabel(hindi(label, context)).first()
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name: hindi(name), exact: true }).first()
}

function closeButton(page: Page): Locator {
  return page
    .getByRole('dialog')
    .getByRole('button', { name: hindi('Close'), exact: true })
    .first()
}

function firstCard(page: Page): Locator {
  return page.getByRole('main').getByRole('article').first()
}

function donationOf(page: Page, phone: string): Locator {
  return page.getByRole('main').locator('tbody > tr', { has: page.locator(`a[href^="tel:"][href$="${phone}"]`) })
}

/** A day in 30 days as a date field takes it: YYYY-MM-DD. */
function inAMonth(): string {
  return new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
