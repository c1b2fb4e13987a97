import type { Album } from './photo-album.ts'
import * as festival from './scenes/festival-scenes.ts'
import * as outdoor from './scenes/outdoor-scenes.ts'

const WIDE = [1600, 1000] as const

/** Newest first. */
export const EVENT_ALBUM: readonly Album[] = [
  event(
    'Gopashtami',
    'The cows are bathed, garlanded and thanked. From eight in the morning; food for everybody at noon.',
    (c) => festival.cowFestival(c),
  ),
  event('दीपावली मिलन', 'वृद्धाश्रम के आँगन में दीप, रंगोली और मिठाई। आप सब सपरिवार आमंत्रित हैं।', (c) =>
    festival.festivalOfLamps(c),
  ),
  event(
    'Blood donation camp',
    'With the district blood bank, Sunday from nine to two. Please eat before you come.',
    (c) => festival.bloodDonation(c),
  ),
  event('Annual day of the school', 'Songs, a play about the river, and prizes for the whole year.', (c) =>
    festival.annualDay(c),
  ),
  event(
    'Free eye camp',
    'Examination, medicine and spectacles at no cost. Bring an identity card if you have one.',
    (c) => outdoor.camp(c, ['#3f7fa5', '#fbf3e2'], 'doctor'),
  ),
  event('Common meal', 'Two thousand plates. We still need thirty pairs of hands for serving.', (c) =>
    festival.commonMeal(c),
  ),
  event('Yoga on the meadow', 'International Day of Yoga, six in the morning. For all ages; mats are there.', (c) =>
    festival.morningYoga(c),
  ),
  event('Tree planting', 'Five hundred saplings along the canal, after the first good rain.', (c) =>
    outdoor.planting(c),
  ),
]

function event(title: string, description: string, draw: Album['draw']): Album {
  return { title, description, size: WIDE, draw }
}
