/** What is wrong with a row of the history. */
export type BreakKind =
  | 'changed'
  | 'removed'
  | 'inserted'
  | 'out-of-order'
  | 'values-changed'
  | 'values-missing'
  | 'cut-off'
  | 'other-key'

/** The first row that is not as it was recorded. */
export interface HistoryBreak {
  n: number
  kind: BreakKind
}

const SENTENCES: Readonly<Record<BreakKind, string>> = {
  changed: 'was changed',
  removed: 'was removed',
  inserted: 'was inserted by another program',
  'out-of-order': 'was exchanged with another row',
  'values-changed': 'has changed values',
  'values-missing': 'has no values, and no rule removed them',
  'cut-off': 'and all later rows were cut off: the head file knows them',
  'other-key': 'and all later rows were written with another key',
}

/** Returns a sentence in English for logs and the command line. */
export function describeBreak({ n, kind }: HistoryBreak): string {
  return `Row ${n} of the history ${SENTENCES[kind]}.`
}
