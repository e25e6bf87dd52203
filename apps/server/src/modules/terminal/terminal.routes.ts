import { terminalApi, terminalProfileApi, terminalSupervisionApi } from '@netward/contract'
import { isOwnOrigin } from '../../platform/http/origin.ts'
import { queryText } from '../../platform/http/query-text.ts'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { MessageDeps } from '../messages/index.ts'
import { acceptHostKey, getAccess, removeAccess, setAccess } from './access.service.ts'
import { createProfile, deleteProfile, editProfile, listProfiles } from './profiles.service.ts'
import { editSetting, readSetting } from './setting.service.ts'
import { decideTerminal, endTerminal, readRecording, watchTerminal } from './supervision.service.ts'
import type { TerminalKeeper } from './terminal-keeper.ts'
import { exportTerminals, openTerminal, pageTerminals } from './terminals.service.ts'

export interface TerminalRouteDeps extends MessageDeps {
  readonly keeper: TerminalKeeper
}

/** The endpoints, and the WebSocket `/api/v1/device/terminal/stream?ticket=…&columns=…&rows=…`. */
export function terminalRoutes(app: App, deps: TerminalRouteDeps): void {
  const { secrets, keeper, messages } = deps
  route(app, terminalApi.getTerminalAccess, (ctx, { deviceId }) => getAccess(ctx, deviceId))
  routeInSteps(app, terminalApi.setTerminalAccess, (ctx, input) => setAccess(ctx, input, secrets))
  routeInSteps(app, terminalApi.removeTerminalAccess, (ctx, input) => removeAccess(ctx, input))
  routeInSteps(app, terminalApi.acceptHostKey, (ctx, input) => acceptHostKey(ctx, input))
  routeInSteps(app, terminalApi.openTerminal, (ctx, input) => openTerminal(ctx, input, deps))
  route(app, terminalApi.pageTerminals, (ctx, query) => pageTerminals(ctx, query))
  route(app, terminalApi.exportTerminals, (ctx, query) => exportTerminals(ctx, query))

  route(app, terminalProfileApi.listTerminalProfiles, (ctx) => listProfiles(ctx))
  route(app, terminalProfileApi.createTerminalProfile, (ctx, input) => createProfile(ctx, input, secrets))
  route(app, terminalProfileApi.editTerminalProfile, (ctx, input) => editProfile(ctx, input, secrets))
  route(app, terminalProfileApi.deleteTerminalProfile, (ctx, { profileId }) => deleteProfile(ctx, profileId))

  route(app, terminalSupervisionApi.readTerminalSetting, (ctx) => readSetting(ctx))
  route(app, terminalSupervisionApi.editTerminalSetting, (ctx, input) => editSetting(ctx, input))
  route(app, terminalSupervisionApi.decideTerminal, (ctx, input) => decideTerminal(ctx, input))
  routeInSteps(app, terminalSupervisionApi.endTerminal, (ctx, input) => endTerminal(ctx, input))
  routeInSteps(app, terminalSupervisionApi.watchTerminal, (ctx, input) => watchTerminal(ctx, input))
  routeInSteps(app, terminalSupervisionApi.readRecording, (ctx, input) => readRecording(ctx, input))

  app.http.get('/api/v1/device/terminal/stream', { websocket: true }, async (socket, request) => {
    socket.on('error', () => socket.terminate())
    if (!isOwnOrigin(request, messages.publicUrl)) {
      socket.close(4403, 'origin')
      return
    }
    // Frames received before the ticket is checked would be lost.
    socket.pause()
    const row = await keeper.redeem(queryText(request, 'ticket') ?? '')
    if (!row) {
      socket.close(4401, 'ticket')
      socket.resume()
      return
    }
    const columns = sizeOf(queryText(request, 'columns'), 80, 500)
    const rows = sizeOf(queryText(request, 'rows'), 24, 300)
    keeper.carry(row, socket, { columns, rows })
    socket.resume()
  })
}

function sizeOf(text: string | null, otherwise: number, most: number): number {
  const value = Number(text ?? '')
  return Number.isInteger(value) && value >= 2 ? Math.min(value, most) : otherwise
}
