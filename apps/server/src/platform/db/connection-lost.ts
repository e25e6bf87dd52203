const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'])

/** pg gives these no code: the connection ended, was found broken, or could not be opened in time. */
const driverMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired$)/

/** Whether the connection failed, and not the statement. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // A missing socket; a missing file is another matter.
  if (code === 'ENOENT') return syscall === 'connect'
  return (code !== undefined && systemCodes.has(code)) || driverMessages.test(error.message)
}
