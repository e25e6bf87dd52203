import type { InputOf, lineTestApi } from '@netward/contract'
import type { LineMeasurer } from '@netward/contract/line-quality-values'
import { lineTestStates, type LineTestState } from '@netward/contract/line-test-values'
import type { LinkResult, LinkTest, LinkTestKind } from '@netward/contract/link-tests'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { among, standsIn, withCompanyName } from '../outlets/index.ts'
import type { Reachable } from './test-order.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>

interface Writer extends Pick<RequestContext, 'db'> {
  /** Of tests that nobody asked for only the company. */
  readonly scope: {
    readonly companyId: string
    readonly personId: string | null
    readonly actorName: string | null
  }
}

export interface TestableLine extends Reachable {
  readonly id: string
  readonly companyId: string
  readonly outletId: string
  readonly name: string
  readonly wanName: string
}

export interface NewLineRun {
  readonly lineId: string
  readonly batchId: string | null
  readonly kind: LinkTestKind
  readonly vantage: LineMeasurer | null
  readonly target: string
  readonly test: LinkTest | null
  readonly url: Buffer | null
  readonly tokenHash: Buffer | null
  readonly diagnosticId: string | null
  readonly problem: 'no_vantage' | 'under_way' | 'gateway' | null
  readonly scheduled: boolean
  /** Until somebody takes it. */
  readonly waitMinutes: number
}

export interface LineRunRow {
  readonly id: string
  readonly companyId: string
  readonly lineId: string
  readonly batchId: string | null
  readonly kind: LinkTestKind
  readonly vantage: LineMeasurer | null
  readonly target: string
  readonly state: LineTestState
  readonly problem: 'not_taken' | 'no_answer' | 'gateway' | 'no_vantage' | 'under_way' | null
  readonly result: LinkResult | null
  readonly passed: boolean | null
  readonly diagnosticId: string | null
  readonly scheduled: boolean
  readonly createdByName: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
}

export interface BatchRow {
  readonly id: string
  readonly kind: LinkTestKind
  readonly target: string
  readonly lines: number
  readonly createdAt: string
  readonly createdByName: string | null
}

const columns = sql`r.id, r.company_id, r.company_id as "companyId", r.line_id as "lineId", r.batch_id as "batchId", r.kind,
  r.vantage, r.target, r.state, r.problem, r.result, r.passed, r.diagnostic_id as "diagnosticId", r.scheduled,
  r.created_by_name as "createdByName", r.created_at as "createdAt", r.started_at as "startedAt", r.ended_at as "endedAt"`
const batchColumns = sql`b.id, b.kind, b.target, b.lines, b.created_at as "createdAt", b.created_by_name as "createdByName"`
const conditionsOf = (all: readonly Sql[]) => sql.join([...all], sql` and `)

type AllQuery = InputOf<typeof lineTestApi.pageAllLineTests>
type PlacedRun = LineRunRow & { lineName: string; outletId: string; outletName: string; companyName: string }

/** Rows of `line_run r` with its `internet_line l`, by number. */
async function placedRuns(
  ctx: Reader,
  source: Sql,
  direction: Sql,
  page: number,
  pageSize: number,
): Promise<PlacedRun[]> {
  const rows = sql`select ${columns}, l.name as "lineName", l.outlet_id as "outletId",
      coalesce((select o.name from outlet o where o.company_id = l.company_id and o.id = l.outlet_id), '') as "outletName"
    from ${source} order by r.id ${direction} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`
  const { rows: found } = await sql<PlacedRun>`
    select n.*, coalesce(n.company_name, '') as "companyName" from (${withCompanyName(ctx, rows)}) n
    order by n.id ${direction}`.execute(ctx.db)
  return found
}

export const lineRunRepo = {
  /** Lines in sight, and from where they can be tested now. */
  async testable({ db }: Pick<Reader, 'db'>, lineIds: readonly string[]): Promise<TestableLine[]> {
    const { rows } = await sql<TestableLine>`
      select l.id, l.company_id as "companyId", l.outlet_id as "outletId", l.name, l.wan_name as "wanName",
        host(l.ip_address) as address, s.probe_id as "probeId", probe_is_connected(s.probe_id) as "probeConnected",
        (select d.id from device d where d.id = l.device_id and d.driver = 'cwmp' and d.state = 'claimed') as "gatewayId"
      from internet_line l join line_standing s on s.line_id = l.id where l.id = any (${lineIds}::bigint[])
      order by l.id`.execute(db)
    return rows
  },

  async askedInMinute({ db }: Reader): Promise<number> {
    const { rows } = await sql<{ n: number }>`select line_runs_asked() as n`.execute(db)
    return rows[0]!.n
  },

  /** @returns by line; a line of which one of the kind is open is not among them */
  async insert({ db, scope }: Writer, runs: readonly NewLineRun[]): Promise<Map<string, string>> {
    const given = runs.map(({ url, tokenHash, ...run }) => ({
      ...run,
      url: url?.toString('hex') ?? null,
      tokenHash: tokenHash?.toString('hex') ?? null,
    }))
    const { rows } = await sql<{ id: string; lineId: string }>`
      insert into line_run (company_id, line_id, batch_id, kind, vantage, target, test, url, token_hash, diagnostic_id, problem,
        state, ended_at, scheduled, give_up_at, created_by, created_by_name, bytes)
      select ${scope.companyId}::bigint, n."lineId", n."batchId", n.kind, n.vantage, n.target, n.test, decode(n.url, 'hex'),
        decode(n."tokenHash", 'hex'), n."diagnosticId", n.problem, case when n.problem is null then 'waiting' else 'failed' end,
        case when n.problem is not null then now() end, n.scheduled, now() + make_interval(mins => n."waitMinutes"),
        case when not n.scheduled then ${scope.personId}::bigint end, case when not n.scheduled then ${scope.actorName} end,
        case when n.problem is null then (n.test->>'mostBytes')::bigint end
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) n ("lineId" bigint, "batchId" bigint, kind text, vantage text,
        target text, test jsonb, url text, "tokenHash" text, "diagnosticId" bigint, problem text, scheduled boolean,
        "waitMinutes" int)
      on conflict do nothing returning id, line_id as "lineId"`.execute(db)
    return new Map(rows.map(({ id, lineId }) => [lineId, id]))
  },

  async page(
    ctx: Reader,
    {
      lineId,
      kind,
      state,
      page,
      pageSize,
    }: {
      lineId: string
      kind?: readonly string[] | undefined
      state?: readonly string[] | undefined
      page: number
      pageSize: number
    },
  ): Promise<{ items: LineRunRow[]; total: number }> {
    const where = conditionsOf([
      sql`r.line_id = ${lineId}::bigint`,
      sql`r.company_id = (select l.company_id from internet_line l where l.id = ${lineId}::bigint)`,
      ...among('r.kind', kind),
      ...among('r.state', state),
    ])
    const total = await countRows(ctx.db, sql`line_run r where ${where}`)
    const { rows } = await sql<LineRunRow>`select ${columns} from line_run r where ${where} order by r.id desc
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(ctx.db)
    return { items: rows, total }
  },

  async find({ db }: Reader, id: string): Promise<LineRunRow | undefined> {
    const { rows } =
      await sql<LineRunRow>`select ${columns} from line_run r where r.id = ${id}::bigint`.execute(db)
    return rows[0]
  },

  async lock({ db, scope }: Reader, id: string) {
    const { rows } = await sql<LineRunRow & { outletId: string; line: string }>`
      select ${columns}, l.outlet_id as "outletId", l.name as line from line_run r join internet_line l on l.id = r.line_id
      where r.id = ${id}::bigint and r.company_id = ${scope.companyId}::bigint for update of r`.execute(db)
    return rows[0]
  },

  /** What waits is over at once; what runs ends when its collector knows. */
  async stop({ db }: Reader, ids: readonly string[]): Promise<void> {
    await sql`update line_run set stop_asked_at = now(), state = case when state = 'waiting' then 'stopped' else state end,
        bytes = case when state = 'waiting' then 0 else bytes end,
        ended_at = case when state = 'waiting' then clock_timestamp() end
      where id = any (${ids}::bigint[]) and state in ('waiting', 'running')`.execute(db)
  },

  async insertBatch({ db, scope }: Reader, kind: LinkTestKind, target: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into line_run_batch (company_id, kind, target, created_by, created_by_name)
      values (${scope.companyId}, ${kind}, ${target}, ${scope.personId}, ${scope.actorName}) returning id`.execute(
      db,
    )
    return rows[0]!.id
  },

  async closeBatch({ db }: Reader, id: string, lines: number): Promise<void> {
    if (lines === 0) await sql`delete from line_run_batch where id = ${id}::bigint`.execute(db)
    else await sql`update line_run_batch set lines = ${lines} where id = ${id}::bigint`.execute(db)
  },

  async pageBatches(
    ctx: Reader,
    { kind, page, pageSize }: { kind?: readonly string[] | undefined; page: number; pageSize: number },
  ): Promise<{ items: BatchRow[]; total: number }> {
    const where = conditionsOf([
      sql`b.company_id = ${ctx.scope.companyId}::bigint`,
      sql`b.lines > 0`,
      ...among('b.kind', kind),
    ])
    const total = await countRows(ctx.db, sql`line_run_batch b where ${where}`)
    const { rows } =
      await sql<BatchRow>`select ${batchColumns} from line_run_batch b where ${where} order by b.id desc
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(ctx.db)
    return { items: rows, total }
  },

  async findBatch({ db, scope }: Reader, id: string): Promise<BatchRow | undefined> {
    const { rows } = await sql<BatchRow>`select ${batchColumns} from line_run_batch b
      where b.id = ${id}::bigint and b.company_id = ${scope.companyId}::bigint`.execute(db)
    return rows[0]
  },

  /** Of the visible tests of batches: how many are in which state, and how many passed. */
  async progress({ db }: Reader, ids: readonly string[]) {
    const { rows } = await sql<{ batchId: string; state: LineTestState; n: number; passed: number }>`
      select r.batch_id as "batchId", r.state, count(*)::int as n,
        count(*) filter (where r.passed)::int as passed
      from line_run r where r.batch_id = any (${ids}::bigint[]) group by 1, 2`.execute(db)
    return (id: string) => {
      const own = rows.filter(({ batchId }) => batchId === id)
      const of = (state: LineTestState) => own.find((row) => row.state === state)?.n ?? 0
      return {
        states: Object.fromEntries(lineTestStates.map((state) => [state, of(state)])) as Record<
          LineTestState,
          number
        >,
        passed: own.reduce((sum, row) => sum + (row.state === 'done' ? row.passed : 0), 0),
      }
    }
  },

  /** Of all lines in sight. */
  async pageAll(ctx: Reader, query: AllQuery): Promise<{ items: PlacedRun[]; total: number }> {
    const { companyId, outletId, isp, kind, state, passed, from, to, page, pageSize } = query
    const { scope } = ctx
    const where = conditionsOf([
      sql`true`,
      ...(scope.kind === 'company' ? [sql`r.company_id = ${scope.companyId}::bigint`] : []),
      ...(companyId === undefined ? [] : [sql`r.company_id = ${companyId}::bigint`]),
      ...(outletId === undefined ? [] : [sql`l.outlet_id = ${outletId}::bigint`]),
      ...standsIn('l', query),
      ...among('l.isp', isp),
      ...among('r.kind', kind),
      ...among('r.state', state),
      ...(passed === undefined
        ? []
        : [passed === 'any' ? sql`r.passed is not null` : sql`r.passed = ${passed === 'yes'}`]),
      ...(from === undefined ? [] : [sql`r.created_at >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`r.created_at < ${to}::timestamptz`]),
    ])
    const source = sql`line_run r join internet_line l on l.company_id = r.company_id and l.id = r.line_id where ${where}`
    return {
      items: await placedRuns(ctx, source, sql`desc`, page, pageSize),
      total: await countRows(ctx.db, source),
    }
  },

  async pageOfBatch(
    ctx: Reader,
    {
      batchId,
      state,
      page,
      pageSize,
    }: { batchId: string; state?: readonly string[] | undefined; page: number; pageSize: number },
  ) {
    const where = conditionsOf([sql`r.batch_id = ${batchId}::bigint`, ...among('r.state', state)])
    const total = await countRows(ctx.db, sql`line_run r where ${where}`)
    const source = sql`line_run r join internet_line l on l.company_id = r.company_id and l.id = r.line_id where ${where}`
    return { items: await placedRuns(ctx, source, sql`asc`, page, pageSize), total }
  },

  /** Tests of a batch that have not begun, by company. */
  async waitingOf({ db }: Reader, batchId: string): Promise<{ id: string; companyId: string }[]> {
    const { rows } = await sql<{ id: string; companyId: string }>`
      select r.id, r.company_id as "companyId" from line_run r
      where r.batch_id = ${batchId}::bigint and r.state = 'waiting' and r.diagnostic_id is null`.execute(db)
    return rows
  },

  async giveUp(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select line_runs_give_up()')
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ gone: number }>('select prune_line_runs($1) as gone', [most])
    return row?.gone ?? 0
  },
}
