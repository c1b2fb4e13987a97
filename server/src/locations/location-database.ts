import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { Reader } from 'mmdb-lib'
import { StartError } from '../errors.ts'

export interface LocationDatabase {
  /** Returns the known names of city and country, such as "Pune, India"; undefined for none. */
  find(address: string): string | undefined
}

/** Types of files without locations, unless the type also matches LOCATION_TYPES. */
const OTHER_TYPES = /ASN|ISP|Domain|Connection|Anonymous/i
const LOCATION_TYPES = /City|Country|Location|Enterprise/i

/**
 * Reads a file in MaxMind's format into memory. Without a file, no location is known. Throws
 * StartError if the file cannot be read or has no locations.
 */
export async function openLocationDatabase(file: string | undefined): Promise<LocationDatabase> {
  if (file === undefined) return { find: () => undefined }
  const content = await readFile(file).catch((error: Error) => {
    throw new StartError(`The location file ${file} (LOCATIONS_FILE) cannot be read: ${error.message}.`)
  })
  const reader = openReader(file, content)
  const { databaseType, ipVersion } = reader.metadata
  if (OTHER_TYPES.test(databaseType) && !LOCATION_TYPES.test(databaseType)) {
    throw new StartError(
      `The location file ${file} (LOCATIONS_FILE) has the type "${databaseType}", which has no locations; use a file of cities or countries.`,
    )
  }
  return {
    find: (address) => {
      const family = isIP(address)
      // An IPv4 file would return a wrong location for an IPv6 address.
      if (family === 0 || (family === 6 && ipVersion === 4)) return undefined
      return locationIn(lookUp(reader, address))
    },
  }
}

function openReader(file: string, content: Buffer): Reader<never> {
  try {
    const reader = new Reader<never>(content)
    // Detects truncated files and other formats at startup.
    if (typeof reader.metadata.databaseType === 'string' && reader.metadata.searchTreeSize < content.length)
      return reader
  } catch {}
  throw new StartError(
    `The location file ${file} (LOCATIONS_FILE) is not in MaxMind's format or is incomplete: download the .mmdb file again and unpack it.`,
  )
}

/** A damaged entry has no location; the others remain usable. */
function lookUp(reader: Reader<never>, address: string): unknown {
  try {
    return reader.get(address)
  } catch {
    return undefined
  }
}

function locationIn(entry: unknown): string | undefined {
  const country = nameIn(entry, 'country_name') ?? nameIn(entry, 'country')
  const names = [nameIn(entry, 'city'), country].filter((name) => name !== undefined)
  return names.length === 0 ? undefined : names.join(', ')
}

/** MaxMind and DB-IP have `{ names: { en } }`; IPinfo has the name itself. */
function nameIn(entry: unknown, key: string): string | undefined {
  const value = fieldOf(entry, key)
  const name = typeof value === 'string' ? value : fieldOf(fieldOf(value, 'names'), 'en')
  return typeof name === 'string' && name !== '' ? name : undefined
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
