import { syslogApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import { routes } from '../../platform/http/routes.ts'
import type { ServerModuleFactory } from '../../platform/module.ts'
import { messageRepo } from './message.repo.ts'
import { keptOf } from './receiver/intake.ts'
import { parseMessage } from './receiver/parse-message.ts'
import { SyslogReceiver } from './syslog-receiver.ts'
import { chartSyslog, pageSyslog } from './syslog.service.ts'

/** A message as it came, and when. */
export interface ReceivedLine {
  readonly deviceId: string
  readonly at: number
  readonly line: string
}

/** Stores messages of the past of known devices, which raise no alarm. Who may send them the caller knows. */
export async function writeSyslog(scopes: Scopes, lines: readonly ReceivedLine[]): Promise<void> {
  for (let first = 0; first < lines.length; first += most) {
    const kept = lines.slice(first, first + most).map(({ deviceId, at, line }) => ({
      deviceId,
      at: new Date(at).toISOString(),
      ...keptOf(parseMessage(Buffer.from(line))),
    }))
    await messageRepo.write(scopes, kept, [], [])
  }
}

const most = 2_000

export const syslogRoutes = (app: App): void => routes(app, syslogApi, { pageSyslog, chartSyslog })

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ config, scopes, log }) => {
  const receiver = new SyslogReceiver({
    scopes,
    log,
    deviceRanges: config.acs.deviceRanges,
    port: config.syslogPort,
  })
  return {
    routes: (app) => syslogRoutes(app),
    poller: () => {
      receiver.start()
      return receiver
    },
    sweeps: () => [
      { name: 'syslog.prune', everySeconds: 3600, run: ({ scopes: all }) => messageRepo.prune(all) },
    ],
    gauges: () => ({ syslog_refused: () => receiver.refused }),
  }
}
