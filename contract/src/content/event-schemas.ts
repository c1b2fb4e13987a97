import { type Static, Type } from 'typebox'
import { Done, success } from '../base/envelope-schemas.ts'
import { NOT_BLANK } from '../base/not-blank.ts'
import { VersionField } from '../records/version-schemas.ts'
import { PictureFields } from './picture-schemas.ts'

export const EVENT_TITLE_MAX = 300
export const EVENT_DESCRIPTION_MAX = 5000
export const EVENT_VENUE_MAX = 300

/** A whole day as `YYYY-MM-DD` in the trust's zone, or a moment in UTC as ISO 8601. */
const EventTime = Type.Union([Type.String(), Type.Null()])

/**
 * Beyond the specification (level 1). Null and empty if they are not set.
 */
const EventDetails = {
  startsAt: Type.Optional(EventTime),
  endsAt: Type.Optional(EventTime),
  venue: Type.Optional(Type.String()),
}

/** `imageUrl` and `image` are the same path: clients read either. Null without a picture. */
export const Event = Type.Object({
  _id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  imageUrl: Type.Union([Type.String(), Type.Null()]),
  image: Type.Union([Type.String(), Type.Null()]),
  ...PictureFields,
  ...EventDetails,
  createdAt: Type.String(),
  ...VersionField,
})
export type Event = Static<typeof Event>

const Title = Type.String({ title: 'Title', pattern: NOT_BLANK, maxLength: EVENT_TITLE_MAX })

/** Empty text clears the field. */
const TimeText = Type.String({
  description: 'A day (2026-01-31), a time in UTC (2026-01-31T10:00:00Z), or empty.',
})

/** The optional picture is in the field `image`. */
const EventForm = Type.Object({
  title: Title,
  description: Type.Optional(Type.String({ title: 'Description', maxLength: EVENT_DESCRIPTION_MAX })),
  startsAt: Type.Optional(TimeText),
  endsAt: Type.Optional(TimeText),
  venue: Type.Optional(Type.String({ title: 'Venue', maxLength: EVENT_VENUE_MAX })),
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
    isVersioned: true as const,
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
