import { type Static, Type } from 'typebox'
import { Done, success } from './envelope-schemas.ts'
import { NOT_BLANK } from './not-blank.ts'
import { PictureFields } from './picture-schemas.ts'

export const EVENT_TITLE_MAX = 300
export const EVENT_DESCRIPTION_MAX = 5000

/** `imageUrl` and `image` are the same path: clients read either. Null without a picture. */
export const Event = Type.Object({
  _id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  imageUrl: Type.Union([Type.String(), Type.Null()]),
  image: Type.Union([Type.String(), Type.Null()]),
  ...PictureFields,
  createdAt: Type.String(),
})
export type Event = Static<typeof Event>

const Title = Type.String({ pattern: NOT_BLANK, maxLength: EVENT_TITLE_MAX })

/** The optional picture is in the field `image`. */
const EventForm = Type.Object({
  title: Title,
  description: Type.Optional(Type.String({ maxLength: EVENT_DESCRIPTION_MAX })),
})

const EventAddress = Type.Object({ id: Type.String() })

export const listEvents = {
  about: {
    summary: 'All events.',
    onFailure: 'Events Management shows “Failed to fetch events”; the card on the dashboard shows a dash.',
  },
  response: success(Type.Array(Event)),
}

export const addEvent = {
  about: {
    summary: 'Adds an event; the picture is optional.',
    onFailure: 'A toast shows “Failed to save event”; the form keeps its input and shows the reason.',
    files: { image: { kind: 'image' as const } },
  },
  multipart: EventForm,
  response: success(Event),
}

/** Omitted fields stay unchanged. */
export const updateEvent = {
  about: {
    summary: 'Changes an event. Omitted fields keep their value.',
    onFailure: 'A toast shows “Failed to save event”; the form keeps its input and shows the reason.',
    files: { image: { kind: 'image' as const } },
  },
  params: EventAddress,
  multipart: Type.Partial(EventForm),
  response: success(Event),
}

export const deleteEvent = {
  about: {
    summary: 'Deletes an event.',
    onFailure: 'The page shows “Error!” and “Failed to delete event.”; the card stays.',
  },
  params: EventAddress,
  response: Done,
}
