/** A file to send is above the limit. Has the `kind` of a server's refusal, and nothing is sent. */
export class TooLargeError extends Error {
  readonly kind = 'refused'
}
