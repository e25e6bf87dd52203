/**
 * First sign-in of a user created by an administrator: sets their own password.
 * @throws Error with the server's message on failure.
 */
export async function completeAccount(
  url: string,
  account: { username: string; firstPassword: string; password: string; displayName: string },
): Promise<void> {
  const { username, firstPassword, password: newPassword, displayName } = account
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    return (await response.json()) as { code: number | string; message: string; data?: { ticket?: string } }
  }
  const { data, message } = await post('/api/v1/auth/login', { username, password: firstPassword })
  if (data?.ticket === undefined) throw new Error(`first sign-in of ${username}: ${message}`)
  const { ticket } = data
  const done = await post('/api/v1/auth/account/complete', { ticket, displayName, newPassword })
  if (done.code !== 0) throw new Error(`account of ${username}: ${done.message}`)
}
