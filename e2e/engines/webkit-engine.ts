import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Builder, By, Capabilities, error, until, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../../scripts/free-port.ts'
import { ELEMENT_TIMEOUT_MS, type Engine, type NamedHosts } from './engine.ts'

interface WebkitPrograms {
  /** Paths of WebKitGTK's driver, its browser, and the virtual screen Xvfb. */
  driver: string
  browser: string
  screen: string
}

export async function startWebkit(programs: WebkitPrograms, hosts?: NamedHosts): Promise<Engine> {
  const running: ChildProcess[] = []
  const stop = () => {
    // Also ends the browser, which is in the process group of the driver.
    for (const { pid } of running.reverse()) if (pid) endGroup(pid)
  }
  process.once('exit', stop)
  const stopAndWait = async () => {
    process.off('exit', stop)
    const ends = running.map((child) => child.exitCode === null && child.signalCode === null && once(child, 'exit'))
    stop()
    await Promise.all(ends)
  }
  try {
    const display = await startScreen(programs.screen, running)
    const driver = await startDriver(programs, display, running, hosts)
    return engineOf(driver, stopAndWait)
  } catch (error) {
    await stopAndWait()
    throw error
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // Already ended.
  }
}

/** Starts a virtual screen and returns the name of its display. */
async function startScreen(program: string, running: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true })
  running.push(child)
  const [number] = await Promise.race([once(child.stdio[3] as NodeJS.ReadableStream, 'data'), endOf(child, program)])
  return `:${String(number).trim()}`
}

async function startDriver(
  programs: WebkitPrograms,
  display: string,
  running: ChildProcess[],
  hosts: NamedHosts | undefined,
): Promise<WebDriver> {
  const port = await freePort()
  const env = { ...process.env, DISPLAY: display, LC_ALL: 'C.UTF-8' }
  const child = spawn(programs.driver, [`--port=${port}`], { stdio: 'ignore', detached: true, env })
  running.push(child)
  const url = `http://127.0.0.1:${port}`
  await Promise.race([untilReady(`${url}/status`), endOf(child, programs.driver)])
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': {
      binary: programs.browser,
      args: ['--automation', ...(hosts ? [`--proxy=http://127.0.0.1:${hosts.proxyPort}`] : [])],
    },
    acceptInsecureCerts: hosts !== undefined,
  })
  return new Builder().usingServer(url).withCapabilities(capabilities).build()
}

async function endOf(child: ChildProcess, program: string): Promise<never> {
  const [code] = await Promise.race([once(child, 'exit'), once(child, 'error')])
  throw new Error(`${program} ended before it was ready: ${code}`)
}

async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    if (await fetch(url).catch(() => undefined)) return
    await new Promise((wake) => setTimeout(wake, 50))
  }
  throw new Error(`${url} stayed silent`)
}

async function engineOf(driver: WebDriver, stop: () => Promise<void>): Promise<Engine> {
  await driver.manage().setTimeouts({ script: 60_000 })
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 })
  const find = async (xpath: string, { visible = true, timeout = ELEMENT_TIMEOUT_MS } = {}) => {
    const element = await driver.wait(until.elementLocated(By.xpath(xpath)), timeout, `There is no ${xpath}`)
    return visible ? driver.wait(until.elementIsVisible(element), timeout, `${xpath} is not to be seen`) : element
  }
  const capabilities = await driver.getCapabilities()
  return {
    version: `WebKitGTK ${capabilities.getBrowserVersion()}`,
    open: (url) => driver.get(url),
    evaluate: async (expression) => {
      const script = `const done = arguments[arguments.length - 1]
        Promise.resolve().then(() => ${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }))`
      const { value, error: thrown } = await driver.executeAsyncScript<{ value: unknown; error?: string }>(script)
      if (thrown) throw new Error(thrown)
      return value
    },
    waitFor: async (xpath, timeout) => {
      await find(xpath, timeout === undefined ? {} : { timeout })
    },
    click: async (xpath) => {
      await driver.wait(async () => isClicked(await find(xpath)), ELEMENT_TIMEOUT_MS, `${xpath} takes no click`)
    },
    type: async (xpath, text) => (await find(xpath)).sendKeys(text),
    chooseFile: async (xpath, path) => (await find(xpath, { visible: false })).sendKeys(path),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit().catch(() => undefined)
      await stop()
    },
  }
}

/** Returns false while the element is covered or being replaced; the caller then tries again. */
async function isClicked(element: WebElement): Promise<boolean> {
  const { ElementClickInterceptedError, ElementNotInteractableError, StaleElementReferenceError } = error
  const passing = [ElementClickInterceptedError, ElementNotInteractableError, StaleElementReferenceError]
  try {
    await element.click()
    return true
  } catch (failure) {
    if (passing.some((kind) => failure instanceof kind)) return false
    throw failure
  }
}
