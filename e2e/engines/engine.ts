/**
 * One browser window, independent of its driver. Calls find their element by XPath and wait for it.
 * On timeout they throw an error that contains the XPath.
 */
export interface Engine {
  /** The browser and its version, for the report. */
  version: string
  open(url: string): Promise<void>
  /** Evaluates an expression in the page and awaits its value. */
  evaluate(expression: string): Promise<unknown>
  waitFor(xpath: string, timeoutMs?: number): Promise<void>
  /** Clicks with a real pointer, which counts as user activation. */
  click(xpath: string): Promise<void>
  type(xpath: string, text: string): Promise<void>
  /** Sets the file of a file field, even a hidden one. */
  chooseFile(xpath: string, path: string): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Test hosts, whose certificates come from a test authority. */
export interface NamedHosts {
  /** Port of an HTTP proxy on this machine that reaches the test hosts. */
  proxyPort: number
}

/** Timeout for an element to appear. */
export const ELEMENT_TIMEOUT_MS = 15_000

/**
 * Runs `work` in the page. Arguments pass as JSON; `work` can use no variables from outside itself.
 */
export async function runIn<Args extends unknown[], Result>(
  engine: Engine,
  work: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Awaited<Result>> {
  return (await engine.evaluate(`(${work})(...${JSON.stringify(args)})`)) as Awaited<Result>
}
