export interface Finding {
  text: string
  /** Whether the panel compensates for the difference. */
  isTolerated: boolean
}

/** Reports the findings of one call. */
export type Report = (call: string, findings: readonly Finding[]) => void

export function difference(text: string): Finding {
  return { text, isTolerated: false }
}

export function note(text: string): Finding {
  return { text, isTolerated: true }
}

export function isGood(findings: readonly Finding[]): boolean {
  return findings.every(({ isTolerated }) => isTolerated)
}
