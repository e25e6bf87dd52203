import type { Scopes } from '../../platform/db/scope.ts'
import type { App } from '../../platform/http/route.ts'
import { AppError } from '../../platform/errors.ts'
import { readOutbox } from './outbox.service.ts'
import type { MessageDeps } from './messages.service.ts'
import { isFromThisMachine } from '../../platform/this-machine.ts'

/**
 * GET /api/v1/outbox: not part of the contract; registered only with NETWARD_OUTBOX. Other callers get 404.
 */
export function outboxRoutes(app: App, deps: MessageDeps & { scopes: Scopes }): void {
  if (!deps.messages.outbox) return
  app.http.get('/api/v1/outbox', async (request, reply) => {
    if (!isFromThisMachine(request.socket.remoteAddress, request.headers))
      throw new AppError('route.not_found')
    void reply.header('cache-control', 'no-store')
    return { code: 0, message: '', data: await readOutbox(deps) }
  })
}
