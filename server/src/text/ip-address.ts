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
  return address?.kind() === 'ipv6' ? network(address, 64) : plainAddress(ip)
}

/**
 * Returns the keys for limits by address range, the narrowest first: the /24 network of an IPv4
 * address, or of an IPv6 address the /48, which one site holds (RFC 6177), and the /32 of a
 * provider.
 */
export function rangesForLimit(ip: string): string[] {
  const address = parse(ip)
  if (!address) return [ip]
  return address.kind() === 'ipv6' ? [network(address, 48), network(address, 32)] : [network(address, 24)]
}

/** Whether the address is a loopback, private, link-local or unique local address. */
export function isLocalAddress(ip: string): boolean {
  return LOCAL_RANGES.includes(parse(ip)?.range() ?? '')
}

/**
 * Returns the addresses of an X-Forwarded-For header without ports. Reads from the end to the first text
 * that is no address: what stands before it may come from anyone.
 */
export function forwardedAddresses(header: string): { addresses: string[]; invalid?: string } {
  const addresses: string[] = []
  for (const entry of header.split(',').reverse()) {
    const text = entry.trim()
    const [, inBrackets, withPort] = /^(?:\[(.+)\]|([0-9.]+))(?::[0-9]+)?$/.exec(text) ?? []
    const address = inBrackets ?? withPort ?? text
    if (!parse(address)) return { addresses, invalid: text }
    addresses.unshift(address)
  }
  return { addresses }
}

function network(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
  const library = address.kind() === 'ipv6' ? ipaddr.IPv6 : ipaddr.IPv4
  return `${library.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const [address = ''] = ip.split('%')
  // isIP() rejects shortened IPv4 forms such as 127.1, which the library would accept.
  return isIP(address) === 0 ? undefined : ipaddr.process(address)
}
