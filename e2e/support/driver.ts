import { expect, type FileChooser, type Locator, type Page } from '@playwright/test'

export type InputMode = 'mouse' | 'touch' | 'keyboard'

/** Operates the panel by mouse, touch or keyboard. */
export interface Driver {
  press(target: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  /** Selects an option of a native select by its label. */
  choose(select: Locator, option: string): Promise<void>
  /** Chooses a radio button of a group, or an option of a list whose field has focus. */
  pick(choice: Locator): Promise<void>
  /** Opens the browser's file chooser and picks files. */
  pickFiles(target: Locator, paths: string[]): Promise<void>
}

export function createDriver(page: Page, inputMode: InputMode): Driver {
  const driver = inputMode === 'keyboard' ? keyboardDriver(page) : pointerDriver(inputMode)
  return {
    ...driver,
    pickFiles: async (target, paths) => {
      const opening: Promise<FileChooser> = page.waitForEvent('filechooser')
      await driver.press(target)
      await (await opening).setFiles(paths)
    },
  }
}

function pointerDriver(inputMode: 'mouse' | 'touch'): Omit<Driver, 'pickFiles'> {
  return {
    press: (target) => (inputMode === 'touch' ? target.tap() : target.click()),
    type: async (field, text) => {
      await (inputMode === 'touch' ? field.tap() : field.click())
      await field.press('ControlOrMeta+a')
      await field.pressSequentially(text)
    },
    choose: async (select, option) => {
      await select.selectOption({ label: option })
    },
    pick: (choice) => (inputMode === 'touch' ? choice.tap() : choice.click()),
  }
}

function keyboardDriver(page: Page): Omit<Driver, 'pickFiles'> {
  return {
    press: async (target) => {
      await reach(page, target)
      const isTicked = await target.evaluate((element) => element.matches('input[type=checkbox], input[type=radio]'))
      await page.keyboard.press(isTicked ? 'Space' : 'Enter')
    },
    type: async (field, text) => {
      await reach(page, field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    choose: async (select, option) => {
      await reach(page, select)
      const find = (element: HTMLSelectElement, label: string) =>
        [...element.options].findIndex((candidate) => candidate.label === label)
      await expect.poll(() => select.evaluate(find, option)).toBeGreaterThanOrEqual(0)
      const wanted = await select.evaluate(find, option)
      const steps = wanted - (await select.evaluate((element: HTMLSelectElement) => element.selectedIndex))
      for (let step = 0; step < Math.abs(steps); step++) await page.keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp')
    },
    pick: async (choice) => {
      await expect(choice).toBeVisible()
      await ((await choice.getAttribute('role')) === 'option' ? pickOption(page, choice) : pickRadio(page, choice))
    },
  }
}

/** Tab reaches one radio button of a group, arrows choose the others. */
async function pickRadio(page: Page, radio: Locator): Promise<void> {
  const name = await radio.getAttribute('name')
  const isInGroup = () => page.evaluate((group) => document.activeElement?.getAttribute('name') === group, name)
  for (let steps = 0; steps < 400 && !(await isInGroup()); steps++) await page.keyboard.press('Tab')
  if (await hasFocus(radio)) await page.keyboard.press('Space')
  for (let steps = 0; steps < 50 && !(await hasFocus(radio)); steps++) await page.keyboard.press('ArrowDown')
  await expect(radio).toBeChecked()
}

/** Moves with arrows through the list of a combobox, whose field keeps focus. */
async function pickOption(page: Page, option: Locator): Promise<void> {
  const isActive = () =>
    option.evaluate((element) => document.activeElement?.getAttribute('aria-activedescendant') === element.id)
  for (let steps = 0; steps < 50 && !(await isActive()); steps++) await page.keyboard.press('ArrowDown')
  expect(await isActive(), `the arrows reach ${option}`).toBe(true)
  await page.keyboard.press('Enter')
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/**
 * Moves focus by keyboard: Tab between controls, arrows within a menu. Fails if the control cannot
 * be reached.
 */
async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const role = await target.getAttribute('role')
  const [key, back] = role?.startsWith('menuitem') ? ['ArrowDown', 'ArrowUp'] : ['Tab', 'Shift+Tab']
  if (await hasFocus(target)) {
    await page.keyboard.press(key)
    const isOnlyOne = await hasFocus(target)
    const unfocusedStyle = await target.evaluate(styleOf, isOnlyOne)
    if (!isOnlyOne) await page.keyboard.press(back)
    return expectRing(target, unfocusedStyle)
  }
  const unfocusedStyle = await target.evaluate(styleOf, false)
  // A dialog that was closing may have given focus back before the style was read.
  if (await hasFocus(target)) return reach(page, target)
  for (let steps = 0; steps < 400; steps++) {
    if (await hasFocus(target)) return expectRing(target, unfocusedStyle)
    await page.keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${target}`)
}

/** Expects visible focus: an outline, border or shadow that differs from the unfocused style. */
async function expectRing(target: Locator, unfocusedStyle: readonly string[]): Promise<void> {
  await expect
    .poll(() => target.evaluate(styleOf, false), { message: `focus is visible on ${target}` })
    .not.toEqual(unfocusedStyle)
}

/** Outlines, borders and shadows of a control and of the elements that may show its focus. */
function styleOf(element: HTMLElement | SVGElement, isToLoseFocus: boolean): string[] {
  if (isToLoseFocus) element.blur()
  const next = element.nextElementSibling
  const carriers = [element, element.parentElement, element.parentElement?.parentElement, next, next?.firstElementChild]
  const look = carriers.map((box) => {
    if (!box) return ''
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, borderWidth } = getComputedStyle(box)
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    return [isOutlined && outlineColor, boxShadow, borderColor, borderWidth].join(' ')
  })
  if (isToLoseFocus) element.focus({ focusVisible: true, preventScroll: true } as FocusOptions)
  return look
}
