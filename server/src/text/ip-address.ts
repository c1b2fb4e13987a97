import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const LOCAL_RANGES = ['loopback', 'private', 'linkLocal', 'uniqueLocal']

/**
 * Removes an IPv6 zone and returns an IPv4-mapped IPv6 address as IPv4. Returns text that is not an
 * address unchanged.
 */
export function plainAddress(ip: string): string {
  return parse(ip)?.toString() ?? ip
}

/**
 * Returns the key for limits by address: the address, or the /64 network that one IPv6 subscriber
 * holds.
 */
export function addressForLimit(ip: string): string {
  const address = parse(ip)
  if (address?.kind() !== 'ipv6') return plainAddress(ip)
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}

/** Whether the address is a loopback, private, link-local or unique local address. */
export function isLocalAddress(ip: string): boolean {
  return LOCAL_RANGES.includes(parse(ip)?.range() ?? '')
}

function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [address = ''] = ip.split('%')
  // isIP() rejects shortened IPv4 forms such as 127.1, which the library would accept.
  return isIP(address) === 0 ? undefined : ipaddr.process(address)
}
