import type { InputOf, OutputOf, standingApi } from '@netward/contract'
import { parseHours } from '@netward/contract/business-hours'
import type { SpanState } from '@netward/contract/standing-values'

import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { everyMinutesOf, isOpenAt, lettersByHour, openHours } from '../lines/index.ts'
import {
  minutesOfOutlet,
  shareUp,
  spansOfEvents,
  spansOfMinutes,
  stateOf,
  uncounted,
} from '../rollups/index.ts'
import { measuredLately } from './measured.ts'
import { listParts, partsOf } from './parts.ts'
import { presentSpans } from './present.ts'
import { standingRepo } from './standing.repo.ts'
import { clientsOf, throughputOf } from './traffic.ts'

type Answer = OutputOf<typeof standingApi.outletStanding>
type Input = InputOf<typeof standingApi.outletStanding>

const minuteMs = 60_000
const dayMs = 86_400_000

/** @throws AppError outlet.not_found */
export async function outletStanding(
  ctx: SeveralTransactions,
  store: MetricStore,
  input: Input,
): Promise<Answer> {
  // Whole minutes: the one that runs has no value yet.
  const now = Math.floor(Date.now() / minuteMs) * minuteMs
  const { answer, measured, companyId } = await ctx.inTransaction(null, (inside) => begin(inside, input, now))
  if (!measured) return answer
  const { series, values } = await measuredLately(ctx, store, input, companyId, now)
  return {
    ...answer,
    ...(series.some(({ ofLine }) => ofLine) && { throughput: throughputOf(values, '') }),
    ...(series.some(({ metric }) => metric === 'wifi_clients') && { clients: clientsOf(values) }),
  }
}

async function begin(inside: RequestContext, { outletId, days }: Input, now: number) {
  const found = await standingRepo.outlet(inside, outletId)
  if (found === undefined) throw new AppError('outlet.not_found')
  const { company_id: companyId, hours, zone, ...health } = found
  const subject = { outletId }
  const from = now - days * dayMs
  const { part, products } = await partsOf(inside)
  const open = openHours()
  const isOpen = parseHours(hours) === null ? null : isOpenAt(open, { hours, zone }, now)
  const minutes = await knownMinutes(inside, outletId, from, now)
  const works = (await standingRepo.works(inside, outletId, new Date(from))).map(
    (work) => [Date.parse(work.from), Date.parse(work.to)] as const,
  )
  const spans = spansOfMinutes(
    minutes.map(
      (state, minute): SpanState =>
        uncounted(open, { hours, zone, works }, from + minute * minuteMs) ?? state,
    ),
    from,
  )
  const devices = await part({ permission: 'DMS_SERVER_DEVICE_VIEW' }, () =>
    standingRepo.devices(inside, outletId),
  )
  const lines = await part({ permission: 'DMS_SERVER_LINE', product: 'link_testing' }, () =>
    standingRepo.lines(inside, subject),
  )
  const answer: Answer = {
    asOf: new Date(now).toISOString(),
    open: isOpen,
    health,
    availability: presentSpans(spans, from, now, shareUp(spans, from)),
    ...(lines !== undefined && {
      lines: {
        total: lines.length,
        up: lines.filter(({ state }) => state === 'up').length,
        down: lines.filter(({ state }) => state === 'down').length,
        worst: lines[0] ?? null,
      },
    }),
    ...(devices && { devices }),
    ...(await listParts(inside, part, subject)),
  }
  return { answer, measured: devices !== undefined && products.has('device_management'), companyId }
}

/** By its lines, and by its gateways where they say nothing. */
async function knownMinutes(inside: RequestContext, outletId: string, from: number, to: number) {
  const lines = await standingRepo.minutes(inside, outletId, new Date(from))
  const events = await standingRepo.presence(inside, { outletId }, new Date(from))
  const gateways = Map.groupBy(events, ({ deviceId }) => deviceId)
  return minutesOfOutlet(
    lines.map(({ by, profile, settings, hours, doubted }) => ({
      every: everyMinutesOf(by, profile, settings),
      hours: lettersByHour(hours),
      doubted: doubted ?? [],
    })),
    [...gateways.values()].map((own) =>
      spansOfEvents(
        own.map(({ at, kind }) => ({ at: Date.parse(at), state: stateOf[kind] })),
        from,
        to,
      ),
    ),
    from,
    to,
  )
}
