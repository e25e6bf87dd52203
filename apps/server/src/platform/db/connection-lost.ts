const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'])

/** pg gives these no code: the connection ended, was found broken, or was not to be had in time. */
const driverMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired$)/

/** Whether the way to the database is at fault, and not what was asked of it. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // A socket that is not there; a file that is not there is another matter.
  if (code === 'ENOENT') return syscall === 'connect'
  return (code !== undefined && systemCodes.has(code)) || driverMessages.test(error.message)
}
