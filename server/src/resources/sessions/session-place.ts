import { BlockList, isIP } from 'node:net'
import type { Places } from '../../locations/location-database.ts'

const LOCAL_NETWORK = 'Local network'
const UNKNOWN_PLACE = 'Unknown'

/** Loopback, private, link-local and unique local: addresses that are nowhere in the world. */
const LOCAL = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  LOCAL.addSubnet(network, bits, 'ipv4')
}
LOCAL.addAddress('::1', 'ipv6')
LOCAL.addSubnet('fc00::', 7, 'ipv6')
LOCAL.addSubnet('fe80::', 10, 'ipv6')

/** Where an address is, as an address of `plainAddress`: "Pune, India", "Local network" or "Unknown". */
export function placeOf(address: string, places: Places): string {
  const family = isIP(address)
  if (family !== 0 && LOCAL.check(address, family === 6 ? 'ipv6' : 'ipv4')) return LOCAL_NETWORK
  return places.find(address) ?? UNKNOWN_PLACE
}
