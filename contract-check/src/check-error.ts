/** Stops the check with one sentence for the person who started it. */
export class CheckError extends Error {}
