/** Whether a host name of an address is this machine's own: what is sent there leaves it nowhere. */
export const isThisMachine = (hostname: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]', '::1'].includes(hostname)
