import ipaddr from 'ipaddr.js'

/** The key by which limits count an address: IPv6 by its /64 network, because one subscriber holds a whole one. */
export function limitedAddress(ip: string): string {
  const address = plainAddress(ip)
  if (!ipaddr.IPv6.isValid(address)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}

/** Removes the zone and returns an IPv4-mapped IPv6 address as IPv4. Text that is no address is returned as it is. */
export function plainAddress(ip: string): string {
  const [address = ip] = ip.split('%')
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}
