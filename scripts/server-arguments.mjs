/**
 * How Node 26 is told to run the server, from the repository's root. A small young generation keeps the memory of a large
 * upload low: its buffers are freed soon, and the default would let tens of megabytes gather first.
 */
export function serverArguments() {
  return ['--env-file-if-exists=.env', '--max-semi-space-size=1', 'server/src/main.ts']
}
