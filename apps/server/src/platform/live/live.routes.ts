import { randomBytes } from 'node:crypto'
import { identityApi, type LiveMessage } from '@netward/contract'
import { sql } from 'kysely'
import { hashToken } from '../db/scope.ts'
import { isOwnOrigin } from '../http/origin.ts'
import { queryText } from '../http/query-text.ts'
import { type App, route } from '../http/route.ts'
import type { Listener, LiveTail } from './tail.ts'

const helloMilliseconds = 20_000
/** A reader with a larger backlog is cut off; it resumes with its cursor. */
const maxBuffered = 1024 * 1024

interface TicketRow extends Record<string, unknown> {
  session_id: string
  scope: Listener['scope']
  company_id: string
  root_id: string | null
  home_company_id: string
  outlet_ids: string[] | null
  department_ids: string[] | null
}

/** `POST /api/v1/live/ticket`, then the WebSocket `/api/v1/live?ticket=…&after=<cursor>`. */
export function liveRoutes(app: App, tail: LiveTail, publicUrl: string): void {
  route(app, identityApi.liveTicket, async (ctx) => {
    const ticket = randomBytes(24).toString('base64url')
    await sql`select open_live_ticket(${hashToken(ticket)}, ${ctx.scope.sessionId}, ${ctx.scope.kind})`.execute(
      ctx.db,
    )
    return { ticket }
  })

  app.http.get('/api/v1/live', { websocket: true }, async (socket, request) => {
    const after = queryText(request, 'after')
    socket.on('error', () => socket.terminate())
    if (!isOwnOrigin(request, publicUrl)) {
      socket.close(4403, 'origin')
      return
    }
    const [row] = await app.scopes.asLoginRole<TicketRow>('select * from redeem_live_ticket($1)', [
      hashToken(queryText(request, 'ticket') ?? ''),
    ])
    if (!row) {
      socket.close(4401, 'ticket')
      return
    }
    let cursor = after ?? ''
    const listener: Listener = {
      sessionId: row.session_id,
      scope: row.scope,
      companyId: row.company_id,
      rootId: row.root_id,
      homeCompanyId: row.home_company_id,
      outletIds: row.outlet_ids,
      departmentIds: row.department_ids,
      send(message: LiveMessage) {
        if (socket.bufferedAmount > maxBuffered) {
          socket.terminate()
          return
        }
        cursor = message.cursor
        socket.send(JSON.stringify(message))
      },
      close: () => socket.close(4408, 'session ended'),
    }
    const hello = setInterval(() => listener.send({ type: 'hello', cursor }), helloMilliseconds)
    socket.on('close', () => {
      clearInterval(hello)
      tail.remove(listener)
    })
    await tail.add(listener, after)
    if (socket.readyState !== socket.OPEN) tail.remove(listener)
  })
}
