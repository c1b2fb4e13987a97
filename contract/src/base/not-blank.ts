/** A pattern for texts with at least one character that is not white space. */
export const NOT_BLANK = '\\S'
