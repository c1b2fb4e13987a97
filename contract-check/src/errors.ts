/** Stops the check; the message is one sentence. */
export class CheckError extends Error {}

/** The backend sent no complete HTTP response; the message is one sentence. */
export class NoResponse extends Error {}
