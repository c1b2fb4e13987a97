import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { Reader } from 'mmdb-lib'
import { StartError } from '../errors.ts'

/** Where in the world addresses are. */
export interface Places {
  /** "Pune, India" for a plain IPv4 or IPv6 address, as much of it as is known; undefined when nothing is. */
  find(address: string): string | undefined
}

/** Databases in the same format that know other things about an address, unless their kind says that they know places besides. */
const KNOWS_OTHER_THINGS = /ASN|ISP|Domain|Connection|Anonymous/i
const KNOWS_PLACES = /City|Country|Location|Enterprise/i

/**
 * Reads a file in MaxMind's format whole, once; without a file nothing is known. Throws StartError with one sentence when it cannot be
 * read or holds no places.
 */
export async function openPlaces(file: string | undefined): Promise<Places> {
  if (file === undefined) return { find: () => undefined }
  const content = await readFile(file).catch((error: Error) => {
    throw new StartError(`The file of places ${file} (PLACES_FILE) cannot be read: ${error.message}.`)
  })
  const reader = openReader(file, content)
  const { databaseType, ipVersion } = reader.metadata
  if (KNOWS_OTHER_THINGS.test(databaseType) && !KNOWS_PLACES.test(databaseType)) {
    throw new StartError(
      `The file of places ${file} (PLACES_FILE) is of the kind "${databaseType}", which knows no places; take one of cities or countries.`,
    )
  }
  return {
    find: (address) => {
      const family = isIP(address)
      // A file of IPv4 alone would answer with the place of some other address.
      if (family === 0 || (family === 6 && ipVersion === 4)) return undefined
      return placeIn(lookUp(reader, address))
    },
  }
}

function openReader(file: string, content: Buffer): Reader<never> {
  try {
    const reader = new Reader<never>(content)
    // A file that was cut short, or is something else altogether, fails here and not in front of a person.
    if (typeof reader.metadata.databaseType === 'string' && reader.metadata.searchTreeSize < content.length)
      return reader
  } catch {}
  throw new StartError(
    `The file of places ${file} (PLACES_FILE) is not in MaxMind's format, or was cut short: fetch the .mmdb file anew and unpack it.`,
  )
}

/** One damaged entry costs its own place alone. */
function lookUp(reader: Reader<never>, address: string): unknown {
  try {
    return reader.get(address)
  } catch {
    return undefined
  }
}

function placeIn(entry: unknown): string | undefined {
  const country = nameIn(entry, 'country_name') ?? nameIn(entry, 'country')
  const names = [nameIn(entry, 'city'), country].filter((name) => name !== undefined)
  return names.length === 0 ? undefined : names.join(', ')
}

/** MaxMind and DB-IP write `{ names: { en } }`; IPinfo the name itself, which for a country is `country_name` where `country` is its code. */
function nameIn(entry: unknown, key: string): string | undefined {
  const value = fieldOf(entry, key)
  const name = typeof value === 'string' ? value : fieldOf(fieldOf(value, 'names'), 'en')
  return typeof name === 'string' && name !== '' ? name : undefined
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
