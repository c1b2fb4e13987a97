/**
 * One browser window, independent of its driver. Elements are named by XPath. Each call waits for
 * its element and throws an error that names it on timeout.
 */
export interface Engine {
  /** The browser and its version, for the report. */
  version: string
  open(url: string): Promise<void>
  /** The value of an expression in the page; promises are awaited. */
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

/** Test hosts with certificates of a test authority. */
export interface NamedHosts {
  /** Port of an HTTP proxy on this machine that reaches them. */
  proxyPort: number
}

/** Timeout for an element to appear. */
export const ELEMENT_TIMEOUT_MS = 15_000

/**
 * Runs a function in the page. Arguments and result are passed as JSON; it sees no other variables.
 */
export async function runIn<Args extends unknown[], Result>(
  engine: Engine,
  work: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Awaited<Result>> {
  return (await engine.evaluate(`(${work})(...${JSON.stringify(args)})`)) as Awaited<Result>
}
