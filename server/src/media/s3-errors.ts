import type { S3Settings } from '../config.ts'
import { reasonOf } from '../errors.ts'
import { errorCode } from './disk-files.ts'
import { RemoteStoreError } from './file-store.ts'

const MINUTE_MS = 60_000
/** Beyond it S3 refuses a signature. */
const LARGEST_SKEW_MS = 15 * MINUTE_MS

export function isSkewed(offsetMs: number): boolean {
  return Math.abs(offsetMs) > LARGEST_SKEW_MS
}

/** The status of the response that an error of the SDK stands for. */
export function statusOf(error: unknown): number | undefined {
  const { $metadata } = Object(error) as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}

/**
 * Returns an error of the SDK as ENOENT for a missing object, otherwise as a RemoteStoreError with a
 * sentence for the operator. An error of the disk stays as it is.
 */
export function describeS3Error(error: unknown, settings: S3Settings, isHead = false): Error {
  const { name, path } = Object(error) as { name?: string; path?: string }
  // A socket has neither.
  if (error instanceof Error && (path !== undefined || errorCode(error) === 'EIO')) return error
  // The answer to HEAD has no body that names a code.
  if (name === 'NoSuchKey' || (isHead && name === 'NotFound'))
    return Object.assign(new Error('There is no such file in the S3 storage.'), { code: 'ENOENT' })
  return new RemoteStoreError(sentenceOf(name, error, settings), { cause: error })
}

function sentenceOf(name: string | undefined, error: unknown, { bucket, region, endpoint }: S3Settings): string {
  const where = endpoint ?? `Amazon's region ${region}`
  switch (name) {
    case 'NoSuchBucket':
      return `The bucket ${bucket} (S3_BUCKET) does not exist at ${where} (S3_ENDPOINT): create it, or correct these settings.`
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
    case 'InvalidToken':
    case 'ExpiredToken':
      return `The S3 storage ${where} (S3_ENDPOINT) does not accept the keys: correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
    case 'CredentialsProviderError':
      return 'There are no keys of the S3 storage: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give them as the AWS SDK finds them.'
    case 'AccessDenied':
      return `The keys do not allow to list, read, write and delete in the bucket ${bucket} (S3_BUCKET): change its policy, or the keys.`
    case 'RequestTimeTooSkewed':
      return 'The clock of this machine is too far from that of the S3 storage: let the system set the time (NTP).'
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case 'IllegalLocationConstraintException':
      return `The bucket ${bucket} (S3_BUCKET) is not in the region ${region}: set S3_REGION to ${regionOf(error) ?? 'its region'}.`
  }
  if (statusOf(error) === 404)
    return `There is no S3 storage with the bucket ${bucket} (S3_BUCKET) at ${where} (S3_ENDPOINT): correct these settings.`
  if (statusOf(error) === undefined && error instanceof Error) {
    const reason = reasonOf(error).trim()
    if (reason.includes('wrong version number'))
      return `The S3 storage ${where} (S3_ENDPOINT) does not speak https: turn on TLS there, or correct the port.`
    return `The S3 storage ${where} (S3_ENDPOINT) cannot be reached: ${reason}; see that it runs, or correct S3_ENDPOINT.`
  }
  return `The S3 storage ${where} (S3_ENDPOINT) failed: ${[name, reasonOf(error)].join(', ')}.`
}

/** The region that the storage names in its refusal. */
function regionOf(error: unknown): string | undefined {
  const { Region, $response } = Object(error) as {
    Region?: string
    $response?: { headers?: Record<string, string> }
  }
  return Region ?? $response?.headers?.['x-amz-bucket-region']
}
