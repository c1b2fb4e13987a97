/** A pattern for texts with a visible character. Letters that look like white space are not. */
export const NOT_BLANK = String.raw`[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]`
const VISIBLE = new RegExp(NOT_BLANK, 'u')

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text)
}
