/** Longest edge of a smaller photo, in pixels. The public site shows no photo larger. */
export const LONGEST_EDGE = 2560
/** The quality of the JPEG, 0 to 1. */
export const QUALITY = 0.8
