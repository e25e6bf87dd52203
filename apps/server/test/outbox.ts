import { createHmac } from 'node:crypto'
import { identityJobs } from '../src/modules/identity/index.ts'
import { messageJobs } from '../src/modules/messages/index.ts'
import type { TestApp } from './test-app.ts'

/** A message as the outbox shows it. */
export interface Kept {
  to: string
  kind: string
  subject: string | null
  text: string
}

/** Sends pending messages as a worker would, and returns the outbox, newest first. */
export async function outboxOf(t: TestApp): Promise<Kept[]> {
  const deps = { scopes: t.scopes, secrets: t.secrets, messages: t.messages }
  const tools = { scopes: t.scopes, log: t.log, signal: new AbortController().signal }
  const handlers = { ...identityJobs(deps), ...messageJobs(deps) }
  for (;;) {
    const { rows } = await t.adminPool.query<{ id: string; task: string; payload: object }>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks k
       where k.id = j.task_id and k.identifier in ('message.send', 'password.reset_link')
       returning j.id, k.identifier as task, j.payload`,
    )
    if (rows.length === 0) break
    for (const { task, payload } of rows.toSorted((a, b) => Number(a.id) - Number(b.id))) {
      await handlers[task]?.({ companyId: '', ...payload }, tools)
    }
  }
  const answer = await t.raw({ method: 'GET', url: '/api/v1/outbox', headers: { host: 'localhost' } })
  return answer.data as Kept[]
}

/** The code last sent to an address; null if none. */
export async function codeSentTo(t: TestApp, address: string): Promise<string | null> {
  const message = (await outboxOf(t)).find(({ to, kind }) => to === address && kind === 'code')
  return message ? (/\d{6}/.exec(message.text)?.[0] ?? null) : null
}

/** The ticket of the link last sent to an address; null if none. */
export async function ticketSentTo(t: TestApp, address: string): Promise<string | null> {
  const message = (await outboxOf(t)).find(({ to, text }) => to === address && text.includes('ticket='))
  return message ? (/ticket=([\w-]+)/.exec(message.text)?.[1] ?? null) : null
}

/** Requests a picture and solves it, possible only with the key: by trying all 10,000. */
export async function imageCode(t: TestApp): Promise<{ captchaId: string; captchaCode: string }> {
  const answer = await t.raw({ method: 'POST', url: '/api/v1/auth/image-code', payload: {} })
  const { captchaId } = answer.data as { captchaId: string }
  const { rows } = await t.adminPool.query<{ hash: Buffer }>('select hash from image_code where id = $1', [
    captchaId,
  ])
  const key = t.secrets.derive('image code')
  for (let number = 0; number < 10_000; number += 1) {
    const captchaCode = String(number).padStart(4, '0')
    if (createHmac('sha256', key).update(`${captchaId}:${captchaCode}`).digest().equals(rows[0]!.hash))
      return { captchaId, captchaCode }
  }
  throw new Error('the picture has no digits')
}

/** A delay that began is not over before the test looks, however slow the machine. */
export async function waitsLast(t: TestApp): Promise<void> {
  await t.adminPool.query(
    `update sign_in_failure set blocked_until = last_at + interval '5 minutes'
     where blocked_until > last_at and key not like 'address:%'`,
  )
}

/** Ends every delay and request count, as if an hour had passed. */
export async function oneHourLater(t: TestApp): Promise<void> {
  await t.adminPool.query('delete from sign_in_failure')
  await t.adminPool.query(`update sent_code set created_at = created_at - interval '1 hour'`)
}
