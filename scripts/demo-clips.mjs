// Creates the sample data's videos. They are committed, so that a server needs no ffmpeg.
// With ffmpeg installed: node scripts/run.mjs scripts/demo-clips.mjs
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { seededRandom } from '../demo/src/random.ts'
import { VIDEO_ALBUM } from '../demo/src/video-album.ts'
import { root } from './install.mjs'

const STILL = { width: 2560, height: 1440 }
const SECONDS = 6
const RATE = 20

const folder = mkdtempSync(join(tmpdir(), 'sevadesk-clips-'))
const target = join(root, 'demo/src/clips')
mkdirSync(target, { recursive: true })
for (const [index, { file, draw }] of VIDEO_ALBUM.entries()) {
  const still = join(folder, 'still.png')
  await sharp(Buffer.from(draw({ ...STILL, random: seededRandom(90 + index) })))
    .png()
    .toFile(still)
  // A slow zoom, in an H.264 profile that every phone plays.
  const zoom = `zoompan=z='1+0.25*on/${SECONDS * RATE}':x='(iw-iw/zoom)*${0.3 + index * 0.2}':y='(ih-ih/zoom)*0.7':d=${SECONDS * RATE}:s=640x360:fps=${RATE}`
  const encode = [
    '-c:v',
    'libx264',
    '-profile:v',
    'main',
    '-pix_fmt',
    'yuv420p',
    '-crf',
    '30',
    '-preset',
    'veryslow',
    '-movflags',
    '+faststart',
  ]
  execFileSync('ffmpeg', ['-y', '-v', 'error', '-i', still, '-vf', zoom, ...encode, '-an', join(target, file)])
}
rmSync(folder, { recursive: true, force: true })
