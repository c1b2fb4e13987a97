import { timeInZone, zonedDate } from '@sevadesk/contract/base/zoned-time.ts'
import type { Album } from './photo-album.ts'
import * as festival from './scenes/festival-scenes.ts'
import * as outdoor from './scenes/outdoor-scenes.ts'

const WIDE = [1600, 1000] as const
const DAY_MS = 24 * 60 * 60 * 1000

/** When an event takes place, counted from the day on which the sample data is made. */
interface EventPlan {
  /** In days; negative for the past. */
  day: number
  /** The local times of the start and the end; a whole day without them. */
  hours?: readonly [from: string, to: string]
  /** The number of days of a longer event. */
  days?: number
  venue: string
}

export interface EventAlbum extends Album {
  plan: EventPlan
}

/** Newest first. */
export const EVENT_ALBUM: readonly EventAlbum[] = [
  event(
    'Gopashtami',
    'The cows are bathed, garlanded and thanked. From eight in the morning; food for everybody at noon.',
    { day: 9, hours: ['08:00', '13:00'], venue: 'The gaushala, Lalpur' },
    (c) => festival.cowFestival(c),
  ),
  event(
    'दीपावली मिलन',
    'वृद्धाश्रम के आँगन में दीप, रंगोली और मिठाई। आप सब सपरिवार आमंत्रित हैं।',
    { day: 16, hours: ['18:00', '21:00'], venue: 'वृद्धाश्रम का आँगन' },
    (c) => festival.festivalOfLamps(c),
  ),
  event(
    'Blood donation camp',
    'With the district blood bank, from nine to two. Please eat before you come.',
    { day: 24, hours: ['09:00', '14:00'], venue: 'Nursing hospital, ground floor' },
    (c) => festival.bloodDonation(c),
  ),
  event(
    'Annual day of the school',
    'Songs, a play about the river, and prizes for the whole year.',
    { day: 41, days: 2, venue: 'School ground' },
    (c) => festival.annualDay(c),
  ),
  event(
    'Free eye camp',
    'Examination, medicine and spectacles at no cost. Bring an identity card if you have one.',
    { day: -6, days: 3, venue: 'Panchayat hall, Rampur' },
    (c) => outdoor.camp(c, ['#3f7fa5', '#fbf3e2'], 'doctor'),
  ),
  event(
    'Common meal',
    'Two thousand plates. We still need thirty pairs of hands for serving.',
    { day: -33, hours: ['11:00', '16:00'], venue: 'Dharamshala, Station Road' },
    (c) => festival.commonMeal(c),
  ),
  event(
    'Yoga on the meadow',
    'Six in the morning. For all ages; mats are there.',
    { day: -75, hours: ['06:00', '07:30'], venue: 'East meadow of the gaushala' },
    (c) => festival.morningYoga(c),
  ),
  event(
    'Tree planting',
    'Five hundred saplings along the canal, after the first good rain.',
    { day: -104, venue: 'Canal road' },
    (c) => outdoor.planting(c),
  ),
]

/** Returns the stored dates of a plan: whole days, or moments in UTC. */
export function datesOf({ day, hours, days = 1 }: EventPlan, now: Date, timeZone: string) {
  const dayAfter = (count: number) => zonedDate(now.getTime() + (day + count) * DAY_MS, timeZone)
  if (!hours) return { starts_at: dayAfter(0), ends_at: days > 1 ? dayAfter(days - 1) : null }
  const [starts_at, ends_at] = hours.map((time) =>
    new Date(timeInZone(`${dayAfter(0)}T${time}`, timeZone)).toISOString(),
  )
  return { starts_at: starts_at ?? null, ends_at: ends_at ?? null }
}

function event(title: string, description: string, plan: EventPlan, draw: Album['draw']): EventAlbum {
  return { title, description, plan, size: WIDE, draw }
}
