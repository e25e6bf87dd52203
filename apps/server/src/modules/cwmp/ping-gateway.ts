import { execFile } from 'node:child_process'
import { isIP } from 'node:net'

const ways = [
  ['fping', '-q', '-r', '1', '-t', '1000'],
  ['ping', '-n', '-q', '-c', '2', '-W', '2'],
] as const

/** By the system's program, without a shell (operations.md §3); false where there is none. @param address literal */
export async function answersPing(address: string, signal?: AbortSignal): Promise<boolean> {
  if (isIP(address) === 0) return false
  for (const [program, ...options] of ways) {
    const answers = await runs(program, [...options, address], signal)
    if (answers !== null) return answers
  }
  return false
}

/** Null: there is no such program, or it may not send. */
const runs = (program: string, options: string[], signal?: AbortSignal): Promise<boolean | null> =>
  new Promise((resolve) => {
    execFile(program, options, { timeout: 6_000, ...(signal && { signal }) }, (error) => {
      if (error === null) return resolve(true)
      // Both answer 1 if the host is silent.
      resolve(error.code === 1 ? false : null)
    })
  })
