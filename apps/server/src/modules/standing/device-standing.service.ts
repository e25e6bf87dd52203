import type { InputOf, OutputOf, standingApi } from '@netward/contract'

import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { openHours } from '../lines/index.ts'
import { shareUp, type Span, spansOfEvents, stateOf, uncounted, withoutUncounted } from '../rollups/index.ts'
import { measuredLately } from './measured.ts'
import { presentSpans } from './present.ts'
import { listParts, partsOf } from './parts.ts'
import { standingRepo } from './standing.repo.ts'
import { busiestOf, clientsOf, throughputOf } from './traffic.ts'

type Answer = OutputOf<typeof standingApi.deviceStanding>
type Input = InputOf<typeof standingApi.deviceStanding>

const dayMs = 86_400_000

/** @throws AppError device.not_found */
export async function deviceStanding(
  ctx: SeveralTransactions,
  store: MetricStore,
  input: Input,
): Promise<Answer> {
  const now = Date.now()
  const { answer, measured, companyId } = await ctx.inTransaction(null, (inside) => begin(inside, input, now))
  if (!measured) return answer
  const { series, values } = await measuredLately(ctx, store, input, companyId, now)
  const lines = new Set(series.filter(({ ofLine }) => ofLine).map(({ id }) => id))
  const hasTraffic = series.some(({ metric }) => metric !== 'wifi_clients')
  const ofLines = values.filter(({ series: { id } }) => lines.has(id))
  const name = ofLines[0]?.series.instance ?? ''
  return {
    ...answer,
    ...(hasTraffic && {
      throughput: lines.size > 0 ? throughputOf(ofLines, name) : busiestOf(values.filter(isTraffic)),
    }),
    ...(series.some(({ metric }) => metric === 'wifi_clients') && { clients: clientsOf(values) }),
  }
}

const isTraffic = ({ series }: { series: { metric: string } }) => series.metric !== 'wifi_clients'

async function begin(inside: RequestContext, { deviceId, days }: Input, now: number) {
  const device = await standingRepo.device(inside, deviceId)
  if (device === undefined) throw new AppError('device.not_found')

  const subject = { deviceId }
  const from = now - days * dayMs
  const events = await standingRepo.presence(inside, subject, new Date(from))
  const spans = await countedSpans(
    inside,
    device.outlet_id,
    spansOfEvents(
      events.map(({ at, kind }) => ({ at: Date.parse(at), state: stateOf[kind] })),
      from,
      now,
    ),
    from,
  )
  const { part, products } = await partsOf(inside)
  const isGateway = device.driver === 'cwmp'
  const measured = products.has(isGateway ? 'device_management' : 'monitoring')
  const lines = isGateway
    ? await part({ permission: 'DMS_SERVER_LINE', product: 'link_testing' }, () =>
        standingRepo.lines(inside, subject),
      )
    : undefined
  const lists = await listParts(inside, part, subject)
  const campaign = isGateway
    ? await part({ permission: 'DMS_SERVER_DEVICE_OTA_VIEW', product: 'firmware' }, () =>
        standingRepo.campaign(inside, deviceId),
      )
    : undefined
  const answer: Answer = {
    asOf: new Date(now).toISOString(),
    presence: device.presence,
    since: events.at(-1)?.kind === device.presence ? (events.at(-1)?.at ?? null) : null,
    availability: presentSpans(spans, from, now, shareUp(spans, from)),
    ...(lines !== undefined && lines.length > 0 && { lines }),
    ...lists,
    ...(isGateway && {
      configuration: { trouble: device.configuration, values: device.values, applies: device.applies },
    }),
    firmware: { version: device.software_version, ...(campaign !== undefined && { campaign }) },
  }
  return { answer, measured, companyId: device.company_id }
}

/** By the opening hours and the maintenance of its outlet, as rollups count it. */
async function countedSpans(
  inside: RequestContext,
  outletId: string | null,
  spans: readonly Span[],
  from: number,
): Promise<readonly Span[]> {
  const outlet = outletId === null ? undefined : await standingRepo.outlet(inside, outletId)
  if (outlet === undefined || outletId === null) return spans
  const { hours, zone } = outlet
  const works = (await standingRepo.works(inside, outletId, new Date(from))).map(
    (work) => [Date.parse(work.from), Date.parse(work.to)] as const,
  )
  const open = openHours()
  return withoutUncounted(spans, from, (at) => uncounted(open, { hours, zone, works }, at))
}
