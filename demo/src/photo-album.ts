import type { GalleryName } from '@sevadesk/contract/accounts/section.ts'
import * as indoor from './scenes/indoor-scenes.ts'
import * as outdoor from './scenes/outdoor-scenes.ts'
import type { Canvas } from './scenes/paint.ts'

export interface Album {
  title: string
  description: string
  size: readonly [width: number, height: number]
  draw(canvas: Canvas): string
}

const WIDE = [1600, 1000] as const
const USUAL = [1280, 960] as const
const TALL = [960, 1200] as const
const SQUARE = [1080, 1080] as const

const EYE_HOSPITAL = {
  wall: '#f4ead4',
  trim: '#3f7fa5',
  roof: '#3f7fa5',
  bays: 5,
  storeys: 2,
  emblem: 'eye',
  sign: '#3f7fa5',
} as const
const SCHOOL = {
  wall: '#f2d9a2',
  trim: '#b5532f',
  roof: '#b5532f',
  bays: 7,
  storeys: 2,
  emblem: 'book',
  sign: '#b5532f',
} as const
const HOME = { wall: '#f3dfc0', trim: '#8a5a35', roof: '#a8613a', bays: 5, emblem: 'lotus', sign: '#c2652f' } as const
const PHYSIOTHERAPY = {
  wall: '#e6ecd9',
  trim: '#2f7f79',
  roof: '#2f7f79',
  bays: 5,
  emblem: 'hand',
  sign: '#2f7f79',
} as const
const NURSING = {
  wall: '#f6efe4',
  trim: '#b5433a',
  roof: '#b5433a',
  bays: 5,
  storeys: 2,
  emblem: 'cross',
  sign: '#b5433a',
} as const

/** The sample photos, newest first in each gallery. */
export const PHOTO_ALBUMS: Readonly<Record<GalleryName, readonly Album[]>> = {
  Gaushala: [
    photo('Morning on the east meadow', 'The herd goes out at six, before the sun is high.', WIDE, (c) =>
      outdoor.pasture(c, 'day', 4),
    ),
    photo(
      'Lakshmi and her calf',
      'Born on Gopashtami. Both are doing well; the calf drinks on her own since Tuesday.',
      TALL,
      (c) => outdoor.motherAndCalf(c, 'day'),
    ),
    photo('The new shed', 'Roofed before the monsoon with the help of 214 donors.', USUAL, (c) =>
      outdoor.cowShed(c, 'dawn'),
    ),
    photo('शाम की चराई', 'दिन ढलते ही गायें अपने-आप बाड़े की ओर लौटने लगती हैं।', USUAL, (c) => outdoor.pasture(c, 'dusk', 3)),
    photo('Fodder for the winter', 'Forty quintals of straw, stacked and covered.', USUAL, (c) =>
      outdoor.cowShed(c, 'day'),
    ),
    photo(
      'Nandi, rescued from the highway',
      'He came with an injured leg in March and walks without help now.',
      SQUARE,
      (c) => outdoor.motherAndCalf(c, 'dawn'),
    ),
    photo('After the first rain', '', WIDE, (c) => outdoor.pasture(c, 'monsoon', 3)),
    photo('Evening count', 'One hundred and eighteen cows, all home.', USUAL, (c) => outdoor.cowShed(c, 'dusk')),
  ],
  Vriddhashram: [
    photo('Stories below the neem', 'Every afternoon at four. Whoever passes by sits down.', USUAL, (c) =>
      outdoor.underTheTree(c, 'day', { old: true }, 5),
    ),
    photo('Tea in the sitting room', 'Ginger tea, the radio, and a game of cards that never ends.', WIDE, (c) =>
      indoor.sittingRoom(c, '#f0d8ae'),
    ),
    photo('आँगन में सुबह', 'सुबह की धूप, तुलसी को जल और दो बातें।', USUAL, (c) => outdoor.houseFront(c, HOME, 'dawn', 'old')),
    photo('Grandchildren for a day', 'Class five of our school came to visit.', USUAL, (c) =>
      outdoor.underTheTree(c, 'dawn', { child: true }, 6),
    ),
    photo('Evening at the house', '', WIDE, (c) => outdoor.houseFront(c, HOME, 'dusk', 'old')),
    photo('Three friends', 'They have shared a room since 2019.', SQUARE, (c) => indoor.sittingRoom(c, '#e3dcc0')),
  ],
  EyeHospital: [
    photo(
      'Eye camp at Rampur',
      '186 people were examined on one Sunday; 41 were asked to come for an operation.',
      WIDE,
      (c) => outdoor.camp(c, ['#3f7fa5', '#fbf3e2'], 'doctor'),
    ),
    photo('Sight test', 'The turned E needs no alphabet.', USUAL, (c) => indoor.eyeTest(c, '#d7e6df')),
    photo('Spectacles, free of charge', 'Ground in our own workshop, most of them on the same day.', USUAL, (c) =>
      indoor.spectacles(c),
    ),
    photo('The hospital', 'Out-patients from nine to four, Sundays closed.', USUAL, (c) =>
      outdoor.houseFront(c, EYE_HOSPITAL, 'day', 'patients'),
    ),
    photo('मोतियाबिंद जाँच', 'ऑपरेशन के अगले दिन की जाँच।', TALL, (c) => indoor.eyeTest(c, '#ece2c6')),
    photo('Evening clinic', 'For those who cannot leave work during the day.', USUAL, (c) =>
      outdoor.houseFront(c, EYE_HOSPITAL, 'dusk', 'patients'),
    ),
    photo('The ward after operations', '', USUAL, (c) => indoor.ward(c, '#dbe6e4')),
  ],
  School: [
    photo('Geometry in class four', 'Circle, triangle, and whose turn it is to draw.', USUAL, (c) =>
      indoor.classroom(c, '#f0dcae'),
    ),
    photo('Independence Day', 'The flag was raised by Savita, who came first in the district.', WIDE, (c) =>
      outdoor.houseFront(c, SCHOOL, 'day', 'children'),
    ),
    photo('The library opens', '1,200 books, half of them in Hindi.', USUAL, (c) => indoor.library(c)),
    photo('खुले में कक्षा', 'गर्मी के दिनों में पेड़ के नीचे पढ़ाई।', USUAL, (c) =>
      outdoor.underTheTree(c, 'day', { child: true }, 6),
    ),
    photo('First day of the year', '64 new children, and only a few tears.', USUAL, (c) =>
      outdoor.houseFront(c, SCHOOL, 'dawn', 'children'),
    ),
    photo('Sums on the board', '', SQUARE, (c) => indoor.classroom(c, '#dfe6cf')),
    photo('Each child a tree', 'Planted by class six along the school wall.', WIDE, (c) => outdoor.planting(c)),
  ],
  Physiotherapy: [
    photo('First steps again', 'Six weeks after the fall, between the bars and with a hand to hold.', USUAL, (c) =>
      indoor.walkingAgain(c),
    ),
    photo('Stretching for the back', 'The group meets on Mondays and Thursdays.', USUAL, (c) =>
      indoor.exerciseRoom(c, '#e9d9b8'),
    ),
    photo('The centre', 'Next to the bus stand; the ramp is at the left side.', WIDE, (c) =>
      outdoor.houseFront(c, PHYSIOTHERAPY, 'day', 'patients'),
    ),
    photo('घुटनों का व्यायाम', 'रोज़ पंद्रह मिनट, घर पर भी।', SQUARE, (c) => indoor.exerciseRoom(c, '#dbe3d3')),
    photo('Camp for knees and backs', 'In Lalpur, with two therapists and a very long queue.', USUAL, (c) =>
      outdoor.camp(c, ['#2f7f79', '#fbf3e2'], 'nurse'),
    ),
  ],
  NursingHospital: [
    photo('Morning round', 'Sister Anita and Dr. Verma, as every day at half past eight.', WIDE, (c) =>
      indoor.ward(c, '#dbe6d8'),
    ),
    photo('The new ambulance', 'Given by the Agarwal family; on call day and night.', USUAL, (c) =>
      outdoor.ambulanceDay(c, 'day'),
    ),
    photo('The hospital after painting', '', USUAL, (c) => outdoor.houseFront(c, NURSING, 'day', 'patients')),
    photo('रात की ड्यूटी से पहले', 'शाम सात बजे, ड्यूटी बदलते समय।', USUAL, (c) => outdoor.ambulanceDay(c, 'dusk')),
    photo('Health camp on market day', 'Blood pressure and sugar, free for all.', USUAL, (c) =>
      outdoor.camp(c, ['#b5433a', '#fbf3e2'], 'nurse'),
    ),
    photo('The quiet ward', 'Six beds by the garden side.', TALL, (c) => indoor.ward(c, '#ece2c6')),
  ],
}

function photo(title: string, description: string, size: Album['size'], draw: Album['draw']): Album {
  return { title, description, size, draw }
}
