import type { Locator, Page } from '@playwright/test'
import { hindi, hindiAround } from './hindi-texts.ts'
import type { TaskHand } from './task-hand.ts'

/** What the tasks need from outside the panel. */
export interface TaskMaterial {
  username: string
  password: string
  /** Paths of four photos and a video. */
  photos: readonly [string, string, string, string]
  video: string
  /** A donor's phone as a caller says it: ten digits. */
  phone: string
}

interface Task {
  name: string
  /** Starts where the task before ended, and ends when its success is in sight. */
  run: (hand: TaskHand, material: TaskMaterial) => Promise<unknown>
}

/** The twelve tasks of a new member of staff, each done the shortest way that the screen shows. */
export const TASKS: readonly Task[] = [
  {
    name: 'Sign in',
    async run(hand, { username, password }) {
      await hand.type(field(hand.page, 'Username'), username)
      await hand.type(field(hand.page, 'Password'), password)
      await hand.tap(button(hand.page, 'Login'))
      await hand.see(button(hand.page, 'Open menu'))
    },
  },
  {
    name: 'Add three photos',
    async run(hand, { photos }) {
      await openEntry(hand, 'Gaushala', 'Gallery')
      await openForm(hand, 'Add New Photo', 'Add photos')
      await hand.type(field(hand.page, 'Title', 'of a photo'), 'सुबह की गौ सेवा')
      await hand.chooseFiles(button(hand.page, 'Choose photos'), photos.slice(0, 3))
      await saveForm(hand, 'Photo(s) added successfully')
    },
  },
  {
    name: 'Replace one photo',
    async run(hand, { photos }) {
      await openCard(hand, 'Edit photo')
      await hand.chooseFiles(button(hand.page, 'Choose photo'), photos[3])
      await saveForm(hand, 'Photo updated successfully')
    },
  },
  {
    name: 'Delete one photo',
    async run(hand) {
      await hand.tap(firstCard(hand.page).getByRole('button', { name: hindiAround('Delete {name}') }))
      await hand.tap(button(hand.page, 'Yes, delete it!'))
      await hand.see(hand.page.getByText(hindi('Your photo has been deleted.')))
      await hand.tap(button(hand.page, 'OK'))
    },
  },
  {
    name: 'Add an event',
    async run(hand, { photos }) {
      await openEntry(hand, 'Events')
      await openForm(hand, 'Add New Event', 'Add event')
      await hand.type(field(hand.page, 'Title'), 'गोपाष्टमी मेला')
      await hand.type(field(hand.page, 'Date'), inAMonth())
      await hand.chooseFiles(button(hand.page, 'Choose photo'), photos[0])
      await saveForm(hand, 'Event added successfully')
    },
  },
  {
    name: 'Edit an event',
    async run(hand) {
      await openCard(hand, 'Edit event')
      await hand.type(field(hand.page, 'Title'), 'गोपाष्टमी का मेला')
      await saveForm(hand, 'Event updated successfully')
    },
  },
  {
    name: 'Add a video',
    async run(hand, { video }) {
      await openEntry(hand, 'Home Video')
      await openForm(hand, 'Add New Video', 'Add video')
      await hand.type(field(hand.page, 'Title'), 'गौशाला की सुबह')
      await hand.chooseFiles(button(hand.page, 'Choose video'), video)
      await saveForm(hand, 'Video added successfully')
    },
  },
  {
    name: 'Find a donation by phone',
    async run(hand, { phone }) {
      await openEntry(hand, 'Donations')
      await hand.type(hand.page.getByRole('searchbox'), phone)
      await hand.see(donationOf(hand.page, phone))
    },
  },
  {
    name: 'Its receipt',
    async run(hand, { phone }) {
      const details = donationOf(hand.page, phone).getByRole('button', { name: hindiAround('Details of {name}') })
      await hand.tap(details)
      await download(hand, button(hand.page, 'Download receipt'), '.pdf')
    },
  },
  {
    name: "This month's donations as CSV",
    async run(hand) {
      await hand.tap(closeButton(hand.page))
      await hand.tap(button(hand.page, 'Clear search'))
      await hand.tap(button(hand.page, 'Filter'))
      await hand.chooseOption(hand.page.getByLabel(hindi('Period'), { exact: true }), hindi('This Month'))
      await download(hand, button(hand.page, 'Export CSV'), '.csv')
    },
  },
  {
    name: 'Open a reply in the mail program',
    async run(hand) {
      await openEntry(hand, 'User Messages')
      await hand.tap(hand.page.getByTitle(hindi('Read the whole message')).first())
      const dialog = hand.page.getByRole('dialog')
      const mail = mailAddressOfNextTap(hand.page)
      await hand.tap(dialog.getByRole('link', { name: hindi('Reply by e-mail') }))
      const address = await mail
      if (!/^mailto:.+@.+\?subject=Re/.test(address)) throw new Error(`The reply opens "${address}".`)
    },
  },
  {
    name: 'Make an admin for one gallery',
    async run(hand) {
      await hand.tap(closeButton(hand.page))
      await openEntry(hand, 'Admin')
      await openForm(hand, 'Add New Admin', 'Add admin')
      await hand.type(field(hand.page, 'Username'), 'sunita.devi')
      await hand.type(field(hand.page, 'Email'), 'sunita.devi@example.org')
      await hand.type(field(hand.page, 'Password'), 'Gaushala#2026')
      await hand.tap(hand.page.getByRole('checkbox', { name: hindi('Eye Hospital'), exact: true }))
      await saveForm(hand, 'Admin added successfully')
    },
  },
]

/** Opens a page from the drawer. */
async function openEntry(hand: TaskHand, entry: string, submenu?: string): Promise<void> {
  await hand.tap(button(hand.page, 'Open menu'))
  const menu = hand.page.getByRole('dialog').getByRole('navigation')
  if (submenu) await hand.tap(menu.getByRole('button', { name: hindi(submenu), exact: true }))
  await hand.tap(menu.getByRole('link', { name: hindi(entry), exact: true }))
}

async function openForm(hand: TaskHand, addButton: string, heading: string): Promise<void> {
  await hand.tap(button(hand.page, addButton))
  await hand.see(hand.page.getByRole('heading', { name: hindi(heading), exact: true }))
}

/** Edits the newest card. */
async function openCard(hand: TaskHand, heading: string): Promise<void> {
  await hand.tap(firstCard(hand.page).getByRole('button', { name: hindiAround('Edit {name}') }))
  await hand.see(hand.page.getByRole('heading', { name: hindi(heading), exact: true }))
}

async function saveForm(hand: TaskHand, success: string): Promise<void> {
  await hand.tap(button(hand.page, 'Save'))
  await hand.see(hand.page.getByRole('status').getByText(hindi(success), { exact: true }))
}

async function download(hand: TaskHand, from: Locator, extension: string): Promise<void> {
  const download = hand.page.waitForEvent('download')
  await hand.tap(from)
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
