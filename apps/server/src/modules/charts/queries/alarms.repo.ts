import { sql } from 'kysely'
import type { PanelQuery, Question } from '../asked.ts'
import { iso, placed, type Sql, stepsFrom } from './conditions.repo.ts'

const severities = ['critical', 'major', 'minor', 'warning'] as const

/** As its list shows them: without those that another alarm explains. */
const roots = (ctx: Parameters<PanelQuery>[0], question: Question): Sql =>
  sql`a.behind_id is null and ${placed(ctx, 'a', question)}`

/** Active now, and at the same moment of the period before. */
const alarmsActive: PanelQuery = async (ctx, question) => {
  const count = (condition: Sql) => sql<{ severity: string; n: number }>`
    select a.severity, count(*)::int as n from alarm a
    where a.severity in ('critical', 'major') and ${condition} and ${roots(ctx, question)} group by a.severity`
  const { to } = question.before
  const [now, before] = await Promise.all([
    count(sql`a.state = 'active'`).execute(ctx.db),
    count(
      sql`a.raised_at <= ${to}::timestamptz and coalesce(a.cleared_at > ${to}::timestamptz, a.state = 'active')`,
    ).execute(ctx.db),
  ])
  const values = ({ rows }: typeof now) =>
    ['critical', 'major'].map((severity) => rows.find((row) => row.severity === severity)?.n ?? 0)
  const [critical = 0, major = 0] = values(now)
  return {
    rows: [
      {
        key: 'all',
        values: [critical, major],
        before: values(before),
        opens: [{ severity: ['critical'] }, { severity: ['major'] }],
        tone: critical > 0 ? 'critical' : major > 0 ? 'major' : 'good',
      },
    ],
  }
}

const alarmsRaised: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<Record<(typeof severities)[number], number> & { begins: string; ends: string }>`
    select s.begins, s.ends, ${sql.join(
      severities.map(
        (severity) =>
          sql`count(a.id) filter (where a.severity = ${sql.lit(severity)})::int as ${sql.ref(severity)}`,
      ),
    )}
    from ${stepsFrom(question)} s left join lateral (
      select a.id, a.severity from alarm a
      where a.raised_at >= s.begins and a.raised_at < s.ends and ${roots(ctx, question)}) a on true
    group by s.begins, s.ends order by s.begins`.execute(ctx.db)
  return {
    rows: rows.map((row) => ({
      key: iso(row.begins),
      at: iso(row.begins),
      values: severities.map((severity) => row[severity]),
      opens: severities.map((severity) => ({
        state: 'all',
        severity: [severity],
        from: iso(row.begins),
        to: iso(row.ends),
      })),
    })),
  }
}

export const alarmQueries = { alarms_active: alarmsActive, alarms_raised: alarmsRaised } satisfies Readonly<
  Record<string, PanelQuery>
>
