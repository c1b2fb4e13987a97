/**
 * One window of a browser, told what to do in the same words whatever drives it. Elements are named by XPath; each call waits until
 * its element is there, and throws an Error that names it when it does not come.
 */
export interface Engine {
  /** The browser with its version, for the report. */
  version: string
  open(url: string): Promise<void>
  /** The value of an expression in the page, or what its promise comes to. */
  evaluate(expression: string): Promise<unknown>
  waitFor(xpath: string, timeoutMs?: number): Promise<void>
  /** With a real pointer, so that the page takes it as a person's wish. */
  click(xpath: string): Promise<void>
  type(xpath: string, text: string): Promise<void>
  /** Gives a file to a file field, also to one that is not to be seen. */
  chooseFile(xpath: string, path: string): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Hosts of the tests' own, with certificates that only the tests know. */
export interface NamedHosts {
  /** Of an HTTP proxy on this machine that leads there. */
  proxyPort: number
}

/** How long an element may take to come. */
export const ELEMENT_TIMEOUT_MS = 15_000

/** Runs a function in the page. It sees its arguments alone, which go there and back as JSON. */
export async function runIn<Args extends unknown[], Result>(
  engine: Engine,
  work: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Awaited<Result>> {
  return (await engine.evaluate(`(${work})(...${JSON.stringify(args)})`)) as Awaited<Result>
}
