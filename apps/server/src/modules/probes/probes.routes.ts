import { probeApi } from '@netward/contract'
import { probePath, probeProgramPath } from '@netward/contract/probe-values'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  createProbe,
  deleteProbe,
  editProbe,
  getProbe,
  pageProbes,
  type ProbeDeps,
  renewProbeToken,
  revokeProbe,
} from './probes.service.ts'

/** The endpoints, the WebSocket of the probes, and their program. */
export function probeRoutes(app: App, deps: ProbeDeps): void {
  routes(
    app,
    probeApi,
    {
      pageProbes: (ctx, query) => pageProbes(ctx, query, deps),
      getProbe: (ctx, input) => getProbe(ctx, input, deps),
      createProbe: (ctx, input) => createProbe(ctx, input, deps),
    },
    {
      editProbe: (ctx, input) => editProbe(ctx, input, deps),
      renewProbeToken: (ctx, input) => renewProbeToken(ctx, input, deps),
      revokeProbe: (ctx, input) => revokeProbe(ctx, input, deps),
      deleteProbe: (ctx, input) => deleteProbe(ctx, input, deps),
    },
  )

  app.http.get(probePath, { websocket: true }, (socket, request) => deps.hub.accept(socket, request.ip))

  // Everybody may read it: it holds no secret, and its hash stands in the command.
  app.http.get<{ Params: { file: string } }>(`${probeProgramPath}/:file`, async (request, reply) => {
    const program = deps.programs.current()
    if (program === null || request.params.file !== `${program.version}.mjs`) return reply.code(404).send()
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('etag', `"${program.sha256}"`)
      .send(program.bytes)
  })
}
