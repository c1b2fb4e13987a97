import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { freePort } from './free-port.ts'

/** Whether Ceph, whose gateway speaks S3, is installed. */
export const hasS3Server = ['ceph-mon', 'ceph-osd', 'radosgw'].every((name) => existsSync(`/usr/bin/${name}`))

export const S3_KEYS = { accessKeyId: 'testkey', secretAccessKey: 'testsecret123' }

export interface S3Server {
  url: string
  /** Kills the gateway, as a power cut does; objects stay. */
  kill(): Promise<void>
  restart(): Promise<void>
  createBucket(name: string): Promise<void>
  /** The keys of all objects. */
  listObjects(bucket: string): Promise<string[]>
  stop(): Promise<void>
}

/** Starts a temporary Ceph with its objects in memory, in about 15 seconds. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'sevadesk-s3-'))
  const [port, monitorPort, id] = [await freePort(), await freePort(), crypto.randomUUID()]
  const file = join(folder, 'ceph.conf')
  await writeFile(file, configuration(folder, id, { port, monitorPort }))
  for (const name of ['mon', 'osd', 'log']) await mkdir(join(folder, name))
  const env = { ...process.env, NODE_OPTIONS: '', CEPH_CONF: file }
  const run = (name: string, ...args: string[]) => promisify(execFile)(name, args, { env })
  const started: ChildProcess[] = []
  const start = (name: string, ...args: string[]) => {
    const child = spawn(name, [...args, '-c', file, '-f'], { env, stdio: 'ignore' })
    started.push(child)
    return child
  }
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const url = `http://127.0.0.1:${port}`
  const withClient = async <Result>(work: (client: S3Client) => Promise<Result>): Promise<Result> => {
    const client = new S3Client({ endpoint: url, region: 'us-east-1', forcePathStyle: true, credentials: S3_KEYS })
    return work(client).finally(() => client.destroy())
  }
  const gateway = async () => {
    const child = start('radosgw', '-n', 'client.rgw.a')
    await untilAnswers(url, child)
    return child
  }
  const stop = async () => {
    for (const child of started) await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const map = join(folder, 'monmap')
    await run('monmaptool', '--create', '--clobber', '--add', 'a', `127.0.0.1:${monitorPort}`, '--fsid', id, map)
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
    start('ceph-mon', '-i', 'a')
    const disk = crypto.randomUUID()
    await run('ceph', 'osd', 'new', disk)
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk)
    await run('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'host=localhost', 'root=default')
    start('ceph-osd', '-i', '0')
    let current = await gateway()
    const { accessKeyId, secretAccessKey } = S3_KEYS
    const user = ['--uid=test', '--display-name=test']
    await run(
      'radosgw-admin',
      'user',
      'create',
      ...user,
      `--access-key=${accessKeyId}`,
      `--secret-key=${secretAccessKey}`,
    )
    return {
      url,
      kill: () => end(current),
      async restart() {
        current = await gateway()
      },
      createBucket: (name) =>
        withClient(async (client) => void (await client.send(new CreateBucketCommand({ Bucket: name })))),
      listObjects: (bucket) =>
        withClient(async (client) => {
          const keys: string[] = []
          for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
            keys.push(...Contents.flatMap(({ Key }) => Key ?? []))
          }
          return keys
        }),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if (await fetch(url).catch(() => undefined)) return
    await setTimeout(100)
  }
  throw new Error('The S3 gateway ended.')
}

/** Without the modes `crc`, the gateway waits for ever. */
function configuration(
  folder: string,
  id: string,
  { port, monitorPort }: { port: number; monitorPort: number },
): string {
  return `[global]
fsid = ${id}
mon host = 127.0.0.1:${monitorPort}
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
auth supported = none
ms mon client mode = crc
ms mon cluster mode = crc
ms mon service mode = crc
ms bind ipv6 = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 2000
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/log/$name.log
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:${port}
`
}
