import { S3_KEYS, startS3Server } from '../../scripts/s3-server.ts'

const BUCKET = 'e2e'
/** Environment variable with the storage's URL, from the global setup to the workers. */
const STORAGE_VARIABLE = 'E2E_S3_URL'

/** Starts one storage for all journeys; returns a function that stops it. */
export async function startStorage(): Promise<() => Promise<void>> {
  const storage = await startS3Server()
  await storage.createBucket(BUCKET)
  process.env[STORAGE_VARIABLE] = storage.url
  return () => storage.stop()
}

/** Settings of a server whose media are in the bucket, below `prefix`. */
export function bucketSettings(prefix: string): Record<string, string> {
  return {
    MEDIA_STORE: 's3',
    S3_BUCKET: BUCKET,
    S3_PREFIX: prefix,
    S3_ENDPOINT: process.env[STORAGE_VARIABLE] ?? '',
    S3_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
  }
}
