import { isIPv6 } from 'node:net'

/**
 * An address as the limit counts it. One subscriber holds a whole /64 of IPv6 and could use a new address for each guess, so
 * the network counts; an IPv4 address in IPv6 clothes counts as itself.
 */
export function limitedAddress(ip: string): string {
  const address = plainAddress(ip)
  if (!isIPv6(address)) return address
  return `${expand(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** An address without its zone, and an IPv4 address in IPv6 clothes as IPv4. What is no address stays as it is. */
export function plainAddress(ip: string): string {
  const address = ip.split('%')[0] ?? ip
  if (!isIPv6(address)) return address
  const groups = expand(address)
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (!isMappedIpv4) return address
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight groups of an IPv6 address. The URL parser writes a trailing IPv4 part and any zeros in one form. */
function expand(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}
