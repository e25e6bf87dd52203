import { setTimeout as wait } from 'node:timers/promises'
import { keepLedger, lineQualityRoutes } from '../apps/server/src/modules/lines/index.ts'
import { writeMetrics } from '../apps/server/src/modules/metrics/index.ts'
import { ProbeHub } from '../apps/server/src/modules/probes/hub/hub.ts'
import { ProbeProcess } from '../apps/server/src/modules/probes/probe-process.fixture.ts'
import { probeRoutes } from '../apps/server/src/modules/probes/probes.routes.ts'
import { programFiles, Programs } from '../apps/server/src/modules/probes/release.ts'
import { createTestApp, type TestApp, type TestPerson } from '../apps/server/test/test-app.ts'
import type { Options } from './harness/options.ts'
import { withOwnDatabase } from './harness/own-database.ts'
import { proportionalMegabytes, proportionalMegabytesBelow } from './harness/process-cpu.ts'
import type { Section } from './harness/report.ts'

const lines = 200

/** What an outlet probe takes of its machine: idle, and with 200 lines of which each is pinged at three targets every minute. */
export async function probeMemory({ quick }: Options): Promise<Section[]> {
  const minutes = quick ? 1.5 : 5
  return withOwnDatabase(async () => {
    let hub: ProbeHub | undefined
    const t = await createTestApp((app, deps) => {
      hub = new ProbeHub({
        ...deps,
        release: () => null,
        writeBatch: (batch, receivedAt) => writeMetrics(deps.scopes, batch, receivedAt),
        saveParts: async () => {},
      })
      keepLedger(deps.scopes)
      lineQualityRoutes(app)
      probeRoutes(app, { hub, programs: new Programs(), publicUrl: 'https://netward.test' })
    })
    const server = await t.app.http.listen({ port: 0, host: '127.0.0.1' })
    hub!.start()
    const probe = new ProbeProcess(programFiles().program)
    try {
      const { admin, outletId, token, probeId } = await arranged(t)
      const given = ['--server', server, '--token', token, '--range', '127.0.0.0/8', '--allow-loopback']
      await probe.enrol(given)
      probe.run()
      await wait(30_000)
      const idle = await most(probe, 0.5)
      await addLines(t, { companyId: admin.companyId, outletId, probeId })
      const busy = await most(probe, minutes)
      const { rows } = await t.adminPool.query<{ n: number }>(
        `select count(*)::int as n from line_standing where company_id = $1 and state = 'up'`,
        [admin.companyId],
      )
      return [
        {
          title: 'Memory of an outlet probe: both of its processes and what they start (PSS)',
          figures: [
            { name: 'idle, at most', values: [idle], unit: 'MB' },
            {
              name: `with ${lines} lines, at most`,
              values: [busy],
              unit: 'MB',
              goal: { of: 'value', atMost: 512 },
            },
            {
              name: 'lines that it found to be up',
              values: [rows[0]!.n],
              unit: '',
              goal: { of: 'value', atLeast: lines },
            },
          ],
          notes: [
            `Over ${minutes} minutes. Each line: 20 packets a minute to each of two addresses of loopback and to the first hop.`,
            'The limit of the systemd unit and of the container is 512 MB.',
          ],
        },
      ]
    } finally {
      await probe.remove()
      await hub!.stop()
      await t.stop()
    }
  })
}

async function arranged(t: TestApp) {
  const { id } = await t.company('company')
  const products = ['monitoring', 'link_testing']
  await t.adminPool.query('update company set products = $2 where id = $1', [id, products])
  const admin: TestPerson = await t.person(id, 'administrator')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Headquarters') returning id::text`,
    [id],
  )
  const outletId = rows[0]!.id
  const { data } = await admin.call('POST /dial/api/v1/probe', {
    name: 'Probe',
    outlets: [{ outletId, ranges: ['127.0.0.0/8'], isSite: true }],
  })
  return { admin, outletId, token: data.token, probeId: data.probeId }
}

/** More than a site has: the database gives a probe its site's first line alone. */
async function addLines(
  t: TestApp,
  { companyId, outletId, probeId }: { companyId: string; outletId: string; probeId: string },
): Promise<void> {
  await t.adminPool.query(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     select $1, $2, 'Line ' || n, 'telecom', 'broadband', 100, 20 from generate_series(1, $3::int) n`,
    [companyId, outletId, lines],
  )
  await t.adminPool.query(
    `insert into probe_hold (company_id, subject_id, probe_id)
     select $1, l.id, $2 from internet_line l where l.company_id = $1
       and not exists (select from probe_hold h where h.subject_id = l.id)`,
    [companyId, probeId],
  )
  await t.adminPool.query(
    `update line_standing set probe_id = $2, isp_host = '127.1.' || line_id % 250 || '.1',
       business_host = '127.2.' || line_id % 250 || '.1' where company_id = $1`,
    [companyId, probeId],
  )
}

/** Once a second: the program, the process of it that measures, and what that starts. */
async function most(probe: ProbeProcess, minutes: number): Promise<number> {
  let found = 0
  const until = Date.now() + minutes * 60_000
  while (Date.now() < until) {
    const pid = probe.pid!
    found = Math.max(found, proportionalMegabytes(pid) + proportionalMegabytesBelow(pid))
    await wait(1000)
  }
  return found
}
