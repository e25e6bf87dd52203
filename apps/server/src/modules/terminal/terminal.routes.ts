import { terminalApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { acceptHostKey, getAccess, setAccess } from './access.service.ts'
import type { TerminalKeeper } from './terminal-keeper.ts'
import {
  endTerminal,
  exportTerminals,
  openTerminal,
  pageTerminals,
  readRecording,
  redeemTicket,
} from './terminals.service.ts'

export interface TerminalRouteDeps {
  readonly secrets: Secrets
  readonly keeper: TerminalKeeper
}

/** The endpoints, and the WebSocket `/api/v1/device/terminal/stream?ticket=…&columns=…&rows=…`. */
export function terminalRoutes(app: App, { secrets, keeper }: TerminalRouteDeps): void {
  route(app, terminalApi.getTerminalAccess, (ctx, { deviceId }) => getAccess(ctx, deviceId))
  routeInSteps(app, terminalApi.setTerminalAccess, (ctx, input) => setAccess(ctx, input, secrets))
  routeInSteps(app, terminalApi.acceptHostKey, (ctx, input) => acceptHostKey(ctx, input))
  routeInSteps(app, terminalApi.openTerminal, (ctx, input) => openTerminal(ctx, input, secrets))
  route(app, terminalApi.pageTerminals, (ctx, query) => pageTerminals(ctx, query))
  route(app, terminalApi.exportTerminals, (ctx, query) => exportTerminals(ctx, query))
  routeInSteps(app, terminalApi.endTerminal, (ctx, input) => endTerminal(ctx, input))
  route(app, terminalApi.readRecording, (ctx, input) => readRecording(ctx, input))

  app.http.get('/api/v1/device/terminal/stream', { websocket: true }, async (socket, request) => {
    const { ticket, columns, rows } = request.query as Record<string, string | undefined>
    socket.on('error', () => socket.terminate())
    if (!sameOrigin(request.headers.origin, request.host)) {
      socket.close(4403, 'origin')
      return
    }
    // What comes before the ticket is judged would be lost.
    socket.pause()
    const row = await redeemTicket(app.scopes, ticket ?? '')
    if (!row) {
      socket.close(4401, 'ticket')
      socket.resume()
      return
    }
    keeper.carry(row, socket, { columns: sizeOf(columns, 80, 500), rows: sizeOf(rows, 24, 300) })
    socket.resume()
  })
}

/** A page of somebody else's has no ticket; it is told so before it can try. Programs name no origin. */
function sameOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

function sizeOf(text: string | undefined, otherwise: number, most: number): number {
  const value = Number(text)
  return Number.isInteger(value) && value >= 2 ? Math.min(value, most) : otherwise
}
