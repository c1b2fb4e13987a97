import type { Album } from './photo-album.ts'
import { seededRandom } from './random.ts'
import * as festival from './scenes/festival-scenes.ts'
import * as outdoor from './scenes/outdoor-scenes.ts'
import type { Canvas } from './scenes/paint.ts'

export interface Clip {
  /** The file in `clips/`, made by `scripts/demo-clips.mjs`. */
  file: string
  title: string
  description: string
  draw(canvas: Canvas): string
}

/** Newest first. */
export const VIDEO_ALBUM: readonly Clip[] = [
  clip('gaushala.mp4', 'A morning in the gaushala', 'What our cows do before the visitors come.', (canvas) =>
    outdoor.pasture(canvas, 'dawn', 5),
  ),
  clip('diwali.mp4', 'दीपावली की शाम', 'वृद्धाश्रम के आँगन से।', (canvas) => festival.festivalOfLamps(canvas)),
  clip(
    'eye-camp.mp4',
    'One day of an eye camp',
    'Filmed at Rampur, from the first patient to the last pair of spectacles.',
    (canvas) => outdoor.camp(canvas, ['#3f7fa5', '#fbf3e2'], 'doctor'),
  ),
]

/** The first frame of each video, drawn as `scripts/demo-clips.mjs` draws it. */
export const POSTER_ALBUM: readonly Album[] = VIDEO_ALBUM.map(({ title, description, draw }, index) => ({
  title,
  description,
  size: [1280, 720],
  draw: (canvas) => draw({ ...canvas, random: seededRandom(90 + index) }),
}))

function clip(file: string, title: string, description: string, draw: Clip['draw']): Clip {
  return { file, title, description, draw }
}
