import ipaddr from 'ipaddr.js'
import type { Places } from '../../locations/location-database.ts'

const LOCAL_NETWORK = 'Local network'
const UNKNOWN_PLACE = 'Unknown'
const LOCAL_RANGES: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

/** Where an address from `plainAddress` is: "Pune, India", "Local network" or "Unknown". */
export function placeOf(address: string, places: Places): string {
  if (ipaddr.isValid(address) && LOCAL_RANGES.includes(ipaddr.parse(address).range())) return LOCAL_NETWORK
  return places.find(address) ?? UNKNOWN_PLACE
}
