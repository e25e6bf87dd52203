import type { SyslogCondition, SyslogMatch, TrapCondition } from '@netward/contract/alarm-events'
import { syslogFacilities, syslogSeverities } from '@netward/contract/syslog-values'
import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'
import type { StoredEvent } from './replay.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** Of a device: what a trial counts, and what it searches at most. */
const most = { events: 2_000, searched: 50_000 } as const

interface Stored {
  readonly events: StoredEvent[]
  /** There are earlier ones. */
  readonly more: boolean
}

export const eventRepo = {
  /** Traps or messages of a device since, oldest first: of many the newest. */
  async newest(
    reader: Reader,
    deviceId: string,
    of: TrapCondition | SyslogCondition,
    from: number,
  ): Promise<Stored> {
    const newest =
      of.kind === 'trap' ? await traps(reader, deviceId, from) : await messages(reader, deviceId, of, from)
    return { events: newest.toReversed(), more: newest.length === most.events }
  },
}

/** As the timeline keeps them: those of one kind and part once a minute. */
async function traps({ db }: Reader, deviceId: string, from: number): Promise<StoredEvent[]> {
  const { rows } = await sql<{ at: number; kind: string; detail: Readonly<Record<string, string | null>> }>`
    select floor(extract(epoch from at) * 1000)::double precision as at, kind, detail from device_timeline
    where device_id = ${deviceId} and kind like 'trap.%' and at >= to_timestamp(${from / 1000}::double precision)
    order by id desc limit ${sql.lit(most.events)}`.execute(db)
  return rows.map(({ at, kind, detail: { meaning, oid, text, interface: instance } }) => ({
    at,
    instance: instance ?? '',
    text: text ?? '',
    event: {
      kind: 'trap',
      names: [kind.slice('trap.'.length), ...(meaning ? [meaning] : [])],
      oid: oid ?? '',
      text: text ?? '',
    },
  }))
}

async function messages(
  { db, scope }: Reader,
  deviceId: string,
  { when, clearWhen }: SyslogCondition,
  from: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<{ at: number; severity: number; facility: number; app: string; text: string }>`
    select floor(extract(epoch from at) * 1000)::double precision as at, severity, facility, app, text from (
      select m.at, m.id, m.severity, m.facility, m.app, m.text from syslog_message m
      where m.company_id = ${scope.companyId} and m.device_id = ${deviceId}
        and m.at >= to_timestamp(${from / 1000}::double precision)
      order by m.at desc, m.id desc limit ${sql.lit(most.searched)}) m
    where ${likely(when)} or ${clearWhen === null ? sql`false` : likely(clearWhen)}
    order by at desc, id desc limit ${sql.lit(most.events)}`.execute(db)
  return rows.map(({ at, text, ...rest }) => ({
    at,
    instance: '',
    text,
    event: { kind: 'syslog', text, ...rest },
  }))
}

/** Leaves most of what does not match to the database; what it lets through is matched as events that arrive are. */
const likely = ({ severity, facilities, app, text }: SyslogMatch) => sql`(
  (${severity === null} or m.severity <= ${severity === null ? 7 : syslogSeverities.indexOf(severity)}::int)
  and (${facilities.length === 0} or m.facility = any (${facilities.map((one) => syslogFacilities.indexOf(one))}::int[]))
  and strpos(lower(m.app), ${longestPiece(app)}) > 0 and strpos(lower(m.text), ${longestPiece(text)}) > 0)`

const longestPiece = (pattern: string): string =>
  pattern
    .toLowerCase()
    .split('*')
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
