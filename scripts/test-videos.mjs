// Creates the small videos of the server's tests. They are committed, so that tests need no
// ffmpeg. With ffmpeg installed: node scripts/run.mjs scripts/test-videos.mjs
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const target = join(root, 'server/src/testing/files/videos')
mkdirSync(target, { recursive: true })

const picture = (size = '96x64') => ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=10:duration=1`]
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']
const exact = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact']
const h264 = ['-c:v', 'libx264', '-profile:v', 'main', '-pix_fmt', 'yuv420p']
const aac = ['-c:a', 'aac', '-b:a', '16k']
const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', '50k']

const VIDEOS = {
  'index-first.mp4': [...picture(), ...sound, ...h264, ...aac, '-movflags', '+faststart'],
  'index-last.mp4': [...picture(), ...sound, ...h264, ...aac],
  'in-fragments.mp4': [...picture(), ...h264, '-g', '5', '-movflags', '+frag_keyframe+empty_moov'],
  'quicktime.mov': [...picture(), ...sound, ...h264, ...aac],
  'vp8.webm': [...picture(), ...sound, '-c:v', 'libvpx', '-b:v', '50k', '-c:a', 'libvorbis'],
  'vp9.webm': [...picture(), ...vp9],
  // As recorded by a browser: the file does not contain its duration.
  'recorded.webm': [...picture(), ...vp9, '-live', '1'],
  'h264.3gp': [...picture(), ...sound, ...h264, ...aac],
  'h263.3gp': [...picture('128x96'), '-c:v', 'h263', '-q:v', '31'],
  'sound.m4a': [...sound, ...aac],
  'sound.mp4': [...sound, ...aac],
  'sound.webm': [...sound, '-c:a', 'libopus', '-b:a', '16k'],
  'matroska.mkv': [...picture(), ...h264],
  'old.avi': [...picture('64x48'), '-c:v', 'mpeg4', '-q:v', '31'],
}

for (const [name, options] of Object.entries(VIDEOS)) {
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...options, ...exact, join(target, name)])
}
